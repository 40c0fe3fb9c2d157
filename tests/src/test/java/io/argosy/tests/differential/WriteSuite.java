package io.argosy.tests.differential;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;

/**
 * The scripts of {@code dml/}. Each creates what it needs in a schema of the script's name; after
 * it, the contents of every table and view in that schema are compared.
 */
abstract class WriteSuite extends DifferentialSuite {
  private static final String RELATIONS =
      """
      SELECT format('%I.%I', n.nspname, c.relname)
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ? AND c.relkind IN ('r', 'v', 'm') ORDER BY 1\
      """;

  @Override
  protected List<String> folders() {
    return List.of("dml");
  }

  /** The scripts start without their schemas; the reference may have run them for another suite. */
  @Override
  protected void prepare(Database subject) throws SQLException {
    dropSchemasOfReference();
  }

  /** What the scripts leave would be seen by the suites that read the reference's catalogs. */
  @AfterAll
  void dropSchemasOfReference() throws SQLException {
    try (Connection connection = PlainPostgres.connect(PlainPostgres.reference());
        Statement statement = connection.createStatement()) {
      for (String script : folders().stream().flatMap(Scripts::namesIn).toList()) {
        statement.execute("DROP SCHEMA IF EXISTS " + schema(script) + " CASCADE");
      }
    }
  }

  @Override
  protected List<ScriptStatement> finalState(String script) throws SQLException {
    List<ScriptStatement> statements = new ArrayList<>();
    try (Connection connection = PlainPostgres.connect(PlainPostgres.reference());
        PreparedStatement query = connection.prepareStatement(RELATIONS)) {
      query.setString(1, schema(script));
      try (ResultSet relations = query.executeQuery()) {
        while (relations.next()) {
          statements.add(contents(script, relations.getString(1)));
        }
      }
    }
    if (statements.isEmpty()) {
      throw new IllegalStateException(script + " has left nothing in a schema of its name");
    }
    return statements;
  }

  private static String schema(String script) {
    return script.substring(script.indexOf('/') + 1);
  }

  private static ScriptStatement contents(String script, String relation) {
    return new ScriptStatement(
        script, 0, "SELECT * FROM " + relation, Directives.parse(List.of()), Optional.empty());
  }
}
