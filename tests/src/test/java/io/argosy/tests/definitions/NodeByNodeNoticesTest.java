package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What one node runs after the other says what it says on one PostgreSQL, once. */
class NodeByNodeNoticesTest extends BothServers {
  private static final List<String> STATEMENTS =
      List.of(
          "CREATE INDEX CONCURRENTLY IF NOT EXISTS noticed_index ON noticed (note)",
          "DROP INDEX CONCURRENTLY IF EXISTS no_such_index",
          "REINDEX TABLE CONCURRENTLY noticed_empty");

  @ParameterizedTest
  @EnumSource(Placement.class)
  void areSaidOnce(Placement placement) throws SQLException {
    for (Connection connection : List.of(postgres, argosy)) {
      execute(connection, "DROP TABLE IF EXISTS noticed, noticed_empty");
      execute(connection, "CREATE TABLE noticed (id int PRIMARY KEY, note text)");
      execute(connection, "CREATE TABLE noticed_empty (id int NOT NULL)");
      place(connection, "noticed", placement);
      place(connection, "noticed_empty", placement);
      execute(connection, "CREATE INDEX noticed_index ON noticed (note)");
    }
    for (String sql : STATEMENTS) {
      List<String> expected = said(postgres, sql);
      assertThat(expected).as(sql).isNotEmpty();
      assertThat(said(argosy, sql)).as(sql).isEqualTo(expected);
    }
  }

  private static List<String> said(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return notices(statement);
    }
  }
}
