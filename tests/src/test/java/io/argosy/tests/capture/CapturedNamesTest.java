package io.argosy.tests.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.server.check.ClusterCheck;
import io.argosy.server.check.Finding;
import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.process.CoordinatorFile;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;

/**
 * Functions, operators, types and relations of the names that PostgreSQL's own have stand before
 * these in the search_path of a superuser. No text that Argosy itself sends may ever mean them: who
 * may create them would act with the superuser's rights. The statements themselves name nothing of
 * PostgreSQL's without its schema.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(180)
class CapturedNamesTest {
  /** Statements that call what stands before PostgreSQL's own, and nothing else. */
  private static final List<String> CONTROLS =
      List.of(
          "SELECT 1 + 1 AS control",
          "SELECT lower('a') AS control",
          "SELECT format('a') AS control",
          "SELECT 'a'::text AS control",
          "SELECT nspname AS control FROM pg_namespace");

  private static final String PATH = "mine, public, pg_catalog";

  @TempDir private Path directory;

  private TestCluster cluster;
  private Connection session;
  private final List<Connection> servers = new ArrayList<>();
  private final List<Path> logs = new ArrayList<>();

  @BeforeAll
  void start() throws SQLException, IOException {
    cluster =
        TestCluster.start(
            2,
            Map.of(
                "logging_collector", "on",
                "log_destination", "jsonlog",
                "log_filename", "captured.log",
                "log_min_messages", "log",
                "log_min_error_statement", "log"));
    session = connect();
    for (String sql : statements("tables.sql")) {
      execute(sql);
    }
    for (EmbeddedServer server : cluster.cluster().servers()) {
      Connection direct = DriverManager.getConnection(server.jdbcUrl() + "?user=postgres");
      servers.add(direct);
      try (Statement statement = direct.createStatement()) {
        statement.execute(resource("shadows.sql"));
        statement.execute("ALTER DATABASE argosy SET search_path = " + PATH);
        try (ResultSet row = statement.executeQuery("SHOW data_directory")) {
          row.next();
          logs.add(Path.of(row.getString(1), "log", "captured.json"));
        }
      }
    }
    execute("SET search_path = " + PATH);
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(cluster.jdbcUrl() + "&preferQueryMode=simple");
  }

  @AfterAll
  void stop() throws SQLException {
    session.close();
    for (Connection server : servers) {
      server.close();
    }
    cluster.close();
  }

  private static String resource(String name) throws IOException {
    try (var stream = CapturedNamesTest.class.getResourceAsStream("/capture/" + name)) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /** The statements of a script, which are divided by empty lines. */
  private static List<String> statements(String name) throws IOException {
    return Stream.of(resource(name).split("\n\\s*\n"))
        .map(String::strip)
        .filter(text -> !text.isEmpty())
        .toList();
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = session.createStatement()) {
      statement.execute(sql);
    }
  }

  /** What is called, each with the text that called it. */
  private List<String> called() throws IOException {
    List<String> called = new ArrayList<>();
    ObjectMapper json = new ObjectMapper();
    for (Path log : logs) {
      for (String line : Files.readAllLines(log)) {
        JsonNode entry = json.readTree(line);
        String message = entry.path("message").asText();
        boolean captured =
            message.startsWith("captured") || message.contains("a value of type trigger");
        if (captured && !entry.path("statement").asText().contains("control")) {
          called.add(
              message
                  + "\n  in: "
                  + entry.path("statement").asText().replace("\n", "\n      ")
                  + "\n  context: "
                  + entry.path("context").asText().replace("\n", "\n      "));
        }
      }
    }
    return called.stream().distinct().toList();
  }

  /** No other function of Argosy's may depend on the search_path of who calls it. */
  @Test
  void functionsOfArgosyFindTheirNamesThemselves() throws SQLException {
    try (Statement statement = servers.getFirst().createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT pg_catalog.string_agg(p.proname, ', ') FROM pg_catalog.pg_proc p
                WHERE p.pronamespace OPERATOR(pg_catalog.=) 'argosy'::pg_catalog.regnamespace
                  AND p.prosqlbody IS NULL
                  AND pg_catalog.array_position(p.proconfig, 'search_path=pg_catalog, pg_temp') IS NULL
                  -- It names one function, with its schema, and what that says is for the user's path.
                  AND p.proname OPERATOR(pg_catalog.<>) 'broken_rules_planned_once'
                """)) {
      rows.next();
      assertThat(rows.getString(1)).isNull();
    }
  }

  @Test
  void nothingThatArgosySendsIsCaptured() throws Exception {
    List<String> problems = new ArrayList<>(failures(statements("statements.sql")));
    // What a statement itself names so is found, or the others would prove nothing.
    assertThat(failures(CONTROLS))
        .allMatch(failure -> failure.contains("captured") || failure.contains("may read tables"))
        .hasSameSizeAs(CONTROLS);
    // A session that begins with that search path.
    session.close();
    session = connect();
    problems.addAll(failures(List.of("SELECT * FROM goods", "SHOW client_encoding")));
    // What is joined and looked for by = is planned in other ways.
    for (Connection server : servers) {
      try (Statement statement = server.createStatement()) {
        statement.execute("DROP OPERATOR public.= (integer, integer)");
      }
    }
    problems.addAll(failures(statements("equalities.sql")));
    session.close();
    session = connect();
    shadowByTemporaryObjects();
    problems.addAll(failures(statements("temporary.sql")));
    problems.addAll(called());
    assertThat(String.join("\n", problems)).isEmpty();
  }

  /** Temporary relations and types stand before all others, whatever the search path says. */
  private void shadowByTemporaryObjects() throws SQLException {
    for (String name : names("pg_class", "relname", "relkind IN ('r', 'v')")) {
      try {
        execute(
            ("CREATE TEMPORARY VIEW %1$s AS SELECT * FROM pg_catalog.%1$s"
                    + " WHERE captured.note('temporary relation %1$s')")
                .formatted(name));
      } catch (SQLException e) {
        // There can be no view with a column of the type anyarray.
        assertThat(e.getSQLState()).as(name + ": " + e.getMessage()).isEqualTo("42P16");
      }
    }
    for (String name : names("pg_type", "typname", "typtype IN ('b', 'r') AND typelem = 0")) {
      execute(
          ("CREATE DOMAIN pg_temp.%1$s AS pg_catalog.%1$s"
                  + " CHECK (captured.note('temporary type %1$s'))")
              .formatted(name));
    }
  }

  /** The names, quoted, that PostgreSQL has for relations or types of its own. */
  private List<String> names(String catalog, String column, String condition) throws SQLException {
    String schema = catalog.equals("pg_class") ? "relnamespace" : "typnamespace";
    try (Statement statement = servers.getFirst().createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                SELECT pg_catalog.quote_ident(%s) FROM pg_catalog.%s
                WHERE %s OPERATOR(pg_catalog.=) 'pg_catalog'::pg_catalog.regnamespace AND %s
                """
                    .formatted(column, catalog, schema, condition))) {
      List<String> names = new ArrayList<>();
      while (rows.next()) {
        names.add(rows.getString(1));
      }
      return names;
    }
  }

  @Test
  void nothingThatTheCheckOfTheClusterSendsIsCaptured() throws Exception {
    List<String> nodes =
        cluster.cluster().servers().stream()
            .map(server -> CoordinatorFile.url(server.port()))
            .toList();
    Path file = CoordinatorFile.of(nodes).write(directory.resolve("check.yaml"));
    assertThat(
            ClusterCheck.run(
                CoordinatorConfiguration.read(file, Map.of()),
                EnumSet.allOf(ClusterCheck.Rows.class)))
        .filteredOn(finding -> finding.outcome() == Finding.Outcome.WRONG)
        .isEmpty();
    assertThat(called()).isEmpty();
  }

  /**
   * A coordinator has died between two nodes, with a commit and with one that it had not decided.
   */
  @Test
  void nothingThatRecoverySendsIsCaptured() throws Exception {
    try (Connection first = plain(0);
        Connection second = plain(1);
        Statement home = first.createStatement();
        Statement other = second.createStatement()) {
      for (String number : List.of("1", "2")) {
        other.execute("BEGIN");
        other.execute("CREATE TABLE captured.left_" + number + " (a int)");
        other.execute("PREPARE TRANSACTION 'argosy_77_" + number + "_postgres'");
      }
      home.execute("BEGIN");
      home.execute("INSERT INTO argosy.commit_records (gid) VALUES ('argosy_77_1_postgres')");
      home.execute("INSERT INTO argosy.coordinators VALUES (77)");
      home.execute("COMMIT");
      await()
          .atMost(Duration.ofSeconds(40))
          .untilAsserted(
              () ->
                  assertThat(single(other, "SELECT count(*) FROM pg_prepared_xacts"))
                      .isEqualTo("0"));
      String left = "SELECT string_agg(relname, ' ') FROM pg_class WHERE relname LIKE 'left__'";
      assertThat(single(other, left)).isEqualTo("left_1");
      other.execute("DROP TABLE captured.left_1");
    }
    assertThat(called()).isEmpty();
  }

  /** A session on a node that finds nothing before PostgreSQL's own. */
  private Connection plain(int node) throws SQLException {
    return DriverManager.getConnection(
        cluster.cluster().servers().get(node).jdbcUrl()
            + "?user=postgres&options=-c%20search_path=pg_catalog");
  }

  private static String single(Statement statement, String sql) throws SQLException {
    try (ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getString(1);
    }
  }

  private List<String> failures(List<String> script) throws Exception {
    List<String> failures = new ArrayList<>();
    for (String sql : script) {
      try {
        run(sql);
      } catch (SQLException e) {
        failures.add(sql + "\n  FAILED: " + e.getMessage());
      }
    }
    return failures;
  }

  private void run(String sql) throws Exception {
    if (sql.matches("(?is)copy .* from stdin.*")) {
      session
          .unwrap(PGConnection.class)
          .getCopyAPI()
          .copyIn(
              sql.split("\n")[0], new StringReader(sql.substring(sql.indexOf('\n') + 1) + "\n"));
    } else if (sql.matches("(?is)copy .* to stdout.*")) {
      session.unwrap(PGConnection.class).getCopyAPI().copyOut(sql, new StringWriter());
    } else {
      execute(sql);
    }
  }
}
