package io.argosy.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.sql.parse.ParsedStatement;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** PostgreSQL compares what was written with what was read, over a corpus. */
class CertificationTest {
  private static EmbeddedPostgres server;
  private static Connection connection;

  @BeforeAll
  static void start() throws IOException, SQLException {
    server = EmbeddedPostgres.start();
    connection = server.getPostgresDatabase().getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute(GoldenFile.read("tpch/schema.sql"));
    }
  }

  @AfterAll
  static void stop() throws IOException, SQLException {
    connection.close();
    server.close();
  }

  @Test
  void everyTpchQueryIsReadAsPostgresReadsIt() {
    for (int query = 1; query <= 22; query++) {
      String file = String.format(Locale.ROOT, "tpch/q%02d.sql", query);
      assertThat(verdict(GoldenFile.read(file))).as(file).isEqualTo("same");
    }
    assertThat(verdict(GoldenFile.read("tpch/tpcd13.sql"))).isEqualTo("same");
  }

  @Test
  void theCorpusIsReadAsRecorded() {
    StringBuilder report = new StringBuilder();
    for (String sql : GoldenFile.read("corpus/certify.sql").lines().toList()) {
      String unparsed = ParsedStatement.parse(sql).map(ParsedStatement::unparsed).orElse("");
      report.append(verdict(sql)).append("\n  ").append(sql).append('\n');
      report.append(unparsed.isEmpty() ? "" : "  " + unparsed + "\n");
    }
    GoldenFile.assertMatches("golden/certify.txt", report.toString());
  }

  private static String verdict(String sql) {
    Optional<ParsedStatement> parsed = ParsedStatement.parse(sql);
    String original = canonical(sql);
    if (original.startsWith("error")) {
      return original;
    }
    return parsed
        .map(ParsedStatement::unparsed)
        .map(CertificationTest::canonical)
        .map(text -> text.equals(original) ? "same" : "different " + text)
        .orElse("not read");
  }

  private static String canonical(String sql) {
    boolean returnsRows = sql.matches("(?is)(select|values|with|\\(|.*returning).*");
    String result = returnsRows ? "SETOF record" : "void";
    String create =
        "CREATE FUNCTION pg_temp.f(bigint, bigint, bigint[]) RETURNS "
            + result
            + " LANGUAGE sql"
            + " BEGIN ATOMIC "
            + sql.strip()
            + "\n; END";
    try (Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.setEscapeProcessing(false);
      statement.execute(create);
      try (ResultSet body =
          statement.executeQuery("SELECT pg_get_function_sqlbody('pg_temp.f'::regproc)")) {
        body.next();
        return body.getString(1);
      }
    } catch (SQLException e) {
      return "error " + e.getMessage().lines().findFirst().orElse("");
    } finally {
      try {
        connection.rollback();
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  @Test
  void whatIsNestedTooDeeplyIsNotRead() {
    String deep = "SELECT " + "(".repeat(200_000) + "1" + ")".repeat(200_000);
    assertThat(ParsedStatement.parse(deep)).isEmpty();
  }
}
