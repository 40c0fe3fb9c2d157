package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.postgresql.PGConnection;

/** COPY of rows without numbers into partitions, which their tables number as on PostgreSQL. */
class CopiedIdentityTest extends BothServers {
  private static final List<String> TABLES =
      List.of(
          "DROP SCHEMA IF EXISTS copied CASCADE",
          "CREATE SCHEMA copied",
          "SET search_path = copied",
          "CREATE TABLE whole (kind int NOT NULL, id int GENERATED ALWAYS AS IDENTITY (START 10),"
              + " label text) PARTITION BY LIST (kind)",
          "CREATE TABLE one PARTITION OF whole FOR VALUES IN (1)",
          "CREATE TABLE more PARTITION OF whole DEFAULT PARTITION BY LIST (kind)",
          "CREATE TABLE two PARTITION OF more FOR VALUES IN (2)");

  @ParameterizedTest
  @EnumSource
  void rowsAreNumberedByTheWhole(Placement placement) throws SQLException, IOException {
    List<List<String>> left = new ArrayList<>();
    for (Connection connection : List.of(postgres, argosy)) {
      for (String sql : TABLES) {
        execute(connection, sql);
      }
      place(connection, "whole", placement);
      copy(connection, "COPY one (kind, label) FROM STDIN", "1\ta\n1\tb\n");
      copy(connection, "COPY two (kind, label) FROM STDIN", "2\tc\n2\td\n");
      copy(connection, "COPY more (label, kind) FROM STDIN", "e\t2\n");
      copy(connection, "COPY two FROM STDIN", "2\t500\tgiven\n");
      copy(connection, "COPY whole (kind, label) FROM STDIN", "1\tf\n2\tg\n");
      left.add(contents(connection, "copied"));
      execute(connection, "DROP SCHEMA copied CASCADE");
    }
    assertThat(left.get(1)).isEqualTo(left.get(0)).contains("(2,14,e)", "(2,16,g)");
  }

  private static void copy(Connection connection, String sql, String rows)
      throws SQLException, IOException {
    connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql, new StringReader(rows));
  }
}
