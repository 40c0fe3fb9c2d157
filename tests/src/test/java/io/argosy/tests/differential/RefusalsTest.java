package io.argosy.tests.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Outcome.Failure;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every refusal that the documentation lists. A script of {@code refusals/} is a group of them, and
 * begins with comment lines: the first is its title, the others say what they have in common. Each
 * statement with {@code --@ refused} and {@code --@ why} must be refused, with a hint, and nothing
 * may have changed on any node; one PostgreSQL must run it. The other statements of the script make
 * what it needs. The script has a schema of its own, named as in {@link #schema}, first on the
 * search path.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RefusalsTest {
  private static final String FOLDER = "refusals";

  /** Everything that is in a schema, and all rows of its tables, as one node has them. */
  private static final String CONTENTS =
      """
      SELECT pg_catalog.string_agg(what, E'\\n' ORDER BY what COLLATE "C") FROM (
        SELECT pg_catalog.format('%s', c) || pg_catalog.query_to_xml(
                   CASE WHEN c.relkind IN ('r', 'p')
                        THEN pg_catalog.format('SELECT * FROM %s t ORDER BY t::text', c.oid::regclass)
                        ELSE 'SELECT 1' END, true, true, '')
        FROM (SELECT oid, relname, relkind, relnatts, relowner, relrowsecurity, reloptions, relacl FROM pg_catalog.pg_class
              WHERE relnamespace = $SCHEMA) c
        UNION ALL
        SELECT pg_catalog.format('%s', a) FROM (
          SELECT attrelid, attname, atttypid, atttypmod, attnotnull, attisdropped FROM pg_catalog.pg_attribute
          WHERE attrelid IN (SELECT oid FROM pg_catalog.pg_class WHERE relnamespace = $SCHEMA)) a
        UNION ALL
        SELECT pg_catalog.format('%s', k) FROM (
          SELECT conname, contype, conrelid FROM pg_catalog.pg_constraint WHERE connamespace = $SCHEMA) k
        UNION ALL
        SELECT pg_catalog.format('%s', t) FROM (
          SELECT tgname, tgrelid, tgenabled FROM pg_catalog.pg_trigger
          WHERE tgrelid IN (SELECT oid FROM pg_catalog.pg_class WHERE relnamespace = $SCHEMA)) t
        UNION ALL
        SELECT pg_catalog.format('%s', r) FROM (
          SELECT rulename, ev_class, ev_enabled FROM pg_catalog.pg_rewrite
          WHERE ev_class IN (SELECT oid FROM pg_catalog.pg_class WHERE relnamespace = $SCHEMA)) r
        UNION ALL
        SELECT pg_catalog.format('%s', p) FROM (
          SELECT polname, polrelid FROM pg_catalog.pg_policy
          WHERE polrelid IN (SELECT oid FROM pg_catalog.pg_class WHERE relnamespace = $SCHEMA)) p
        UNION ALL
        SELECT pg_catalog.format('%s', f) FROM (
          SELECT proname, proowner, prosrc FROM pg_catalog.pg_proc WHERE pronamespace = $SCHEMA) f
        UNION ALL
        SELECT pg_catalog.format('%s', y) FROM (
          SELECT typname, typtype FROM pg_catalog.pg_type WHERE typnamespace = $SCHEMA) y
        UNION ALL
        SELECT pg_catalog.format('%s', t) FROM (SELECT * FROM argosy.tables) t
      ) AS contents (what)\
      """;

  private TestCluster cluster;

  /** Not the reference of the other suites, whose catalog some of them look at. */
  private PlainPostgres oneServer;

  @BeforeAll
  void start() {
    cluster = TestCluster.start(3);
    oneServer = PlainPostgres.start(List.of());
  }

  @AfterAll
  void stop() {
    oneServer.close();
    cluster.close();
  }

  static Stream<String> groups() {
    return Scripts.namesIn(FOLDER);
  }

  private static String schema(String group) {
    return group.replace('/', '_');
  }

  @ParameterizedTest
  @MethodSource("groups")
  void documentationSaysWhatIsRefused(String group) throws SQLException {
    List<ScriptStatement> statements = Scripts.read(group);
    runOnPostgres(group, statements);
    DifferencesPage.check(group, refusalsPage(group, statements));
  }

  @Test
  void documentationHasAllGroups() {
    DifferencesPage.checkNames(FOLDER + "/", groups().toList());
  }

  private void runOnPostgres(String group, List<ScriptStatement> statements) throws SQLException {
    try (StatementRunner postgres = new StatementRunner(oneServer)) {
      startGroup(postgres, group);
      for (ScriptStatement statement : statements) {
        if (!statement.directives().placement()) {
          requireSuccess("one PostgreSQL", statement, postgres.run(statement));
        }
      }
    }
  }

  private String refusalsPage(String group, List<ScriptStatement> statements) throws SQLException {
    StringBuilder page = new StringBuilder(head(group));
    try (StatementRunner argosy = new StatementRunner(cluster)) {
      startGroup(argosy, group);
      for (ScriptStatement statement : statements) {
        if (statement.directives().refusal().isEmpty()) {
          requireSuccess("Argosy", statement, argosy.run(statement));
          continue;
        }
        List<String> before = contents(schema(group));
        Outcome outcome = argosy.run(statement);
        assertThat(contents(schema(group)))
            .as("what is there after %s", statement)
            .isEqualTo(before);
        page.append(entry(statement, outcome));
      }
    }
    return page.toString();
  }

  /** The comment lines before the first statement: the title, and what is said about all. */
  private static String head(String group) {
    List<String> lines =
        Scripts.text(group)
            .lines()
            .takeWhile(line -> line.startsWith("-- "))
            .map(line -> line.substring("-- ".length()))
            .toList();
    return Stream.of(
            "## Refused: " + lines.getFirst(), String.join("\n", lines.subList(1, lines.size())))
        .filter(part -> !part.isEmpty())
        .map(part -> part + "\n\n")
        .collect(Collectors.joining());
  }

  private static String entry(ScriptStatement statement, Outcome outcome) {
    assertThat(outcome).as(statement.toString()).isInstanceOf(Failure.class);
    Failure refusal = (Failure) outcome;
    assertThat(refusal.sqlState()).as("%s: %s", statement, refusal).isEqualTo("0A000");
    assertThat(refusal.hint()).as("hint of %s: %s", statement, refusal).isNotBlank();
    Directives.Refusal documented = statement.directives().refusal().orElseThrow();
    return "**%s.** %s\n\n```\n%s;\nERROR:  0A000: %s\nHINT:  %s\n```\n\n"
        .formatted(
            documented.what(),
            documented.why(),
            statement.sql(),
            refusal.message(),
            refusal.hint());
  }

  private static void startGroup(StatementRunner runner, String group) {
    for (String sql :
        List.of(
            "DROP SCHEMA IF EXISTS " + schema(group) + " CASCADE",
            "CREATE SCHEMA " + schema(group),
            "SET search_path = " + schema(group) + ", public")) {
      ScriptStatement statement = ScriptReader.read(group, sql).getFirst();
      requireSuccess("the start", statement, runner.run(statement));
    }
  }

  private static void requireSuccess(String where, ScriptStatement statement, Outcome outcome) {
    assertThat(outcome)
        .as("%s on %s", statement, where)
        .isInstanceOfAny(Outcome.Rows.class, Outcome.Count.class);
  }

  private List<String> contents(String schema) throws SQLException {
    List<String> contents = new ArrayList<>();
    for (EmbeddedServer server : cluster.cluster().servers()) {
      try (Connection connection =
              DriverManager.getConnection(server.jdbcUrl() + "?user=postgres");
          Statement statement = connection.createStatement();
          ResultSet rows =
              statement.executeQuery(
                  CONTENTS.replace("$SCHEMA", "'" + schema + "'::pg_catalog.regnamespace"))) {
        rows.next();
        contents.add(rows.getString(1));
      }
    }
    return contents;
  }
}
