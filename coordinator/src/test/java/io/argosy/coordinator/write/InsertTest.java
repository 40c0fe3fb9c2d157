package io.argosy.coordinator.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class InsertTest extends SessionTest {
  @BeforeEach
  void createTables() throws SQLException {
    run(
        "CREATE TABLE spread (id bigint PRIMARY KEY, name text, n int DEFAULT 7)",
        "SELECT create_distributed_table('spread', 'id')",
        "CREATE TABLE numbered (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, x text,"
            + " shout text GENERATED ALWAYS AS (upper(x)) STORED)",
        "SELECT create_distributed_table('numbered', 'id')",
        "CREATE TABLE everywhere (id int PRIMARY KEY, r float8 DEFAULT random(),"
            + " at timestamptz DEFAULT clock_timestamp())",
        "SELECT create_reference_table('everywhere')",
        "CREATE TABLE home (id bigint, name text)");
  }

  @AfterEach
  void dropTables() throws SQLException {
    run("DROP TABLE spread, numbered, everywhere, home");
  }

  private void assertEqualOnAllNodes(String query) throws SQLException, IOException {
    List<List<String>> nodes = SharedCluster.onNodes(query);
    assertThat(nodes.getFirst()).isNotEmpty();
    assertThat(nodes.get(1)).isEqualTo(nodes.get(0));
    assertThat(nodes.get(2)).isEqualTo(nodes.get(0));
  }

  private void assertPlaced(String table) throws SQLException, IOException {
    assertThat(
            SharedCluster.onNodes(
                "SELECT count(*) FROM "
                    + table
                    + " WHERE (hashint8extended(id, 0) & 1023) * 3 / 1024"
                    + " <> (SELECT position FROM argosy.nodes WHERE self)"))
        .containsOnly(List.of("0"));
  }

  @Test
  void explainTellsWhereTheRowsGo() throws SQLException {
    assertThat(rows("EXPLAIN INSERT INTO spread SELECT i FROM generate_series(1, 9) i"))
        .startsWith("INSERT on node1, node2, node3");
    assertThat(rows("EXPLAIN INSERT INTO home SELECT id FROM spread"))
        .startsWith("INSERT on node1");
  }

  @Test
  void temporaryTablesAreChangedFromDistributedOnes() throws SQLException {
    SharedCluster.run(
        connection,
        "INSERT INTO spread SELECT i FROM generate_series(1, 9) i",
        "CREATE TEMPORARY TABLE own (id bigint)",
        "INSERT INTO own SELECT id + 6 FROM spread",
        "UPDATE own SET id = -own.id FROM spread WHERE own.id = spread.id",
        "DELETE FROM own USING spread WHERE own.id = spread.id + 5");
    assertThat(rows("SELECT id FROM own ORDER BY id")).containsExactly("-9", "-8", "-7", "15");
  }

  /** Applications match what is returned with what they have sent. */
  @Test
  void rowsAreReturnedInTheirOrder() throws Exception {
    List<String> ids = new ArrayList<>();
    StringBuilder values = new StringBuilder();
    for (int i = 0; i < 3000; i++) {
      String id = Integer.toString(i * 7919 % 3001);
      ids.add(id);
      values.append(i == 0 ? "" : ", ").append('(').append(id).append(", 'a')");
    }
    assertThat(rows("INSERT INTO spread (id, name) VALUES " + values + " RETURNING id"))
        .isEqualTo(ids);
    assertThat(
            rows(
                "INSERT INTO spread (id, name) VALUES "
                    + values
                    + " ON CONFLICT (id) DO UPDATE SET name = 'b' RETURNING id"))
        .isEqualTo(ids);
    assertThat(
            rows("INSERT INTO numbered (x) VALUES ('b'), ('a'), ('d'), ('c'), ('e') RETURNING x"))
        .containsExactly("b", "a", "d", "c", "e");
    // Rows that are staged.
    assertThat(
            rows(
                "INSERT INTO numbered (x) SELECT 's' || i FROM generate_series(1, 500) i"
                    + " RETURNING substr(x, 2)"))
        .isEqualTo(IntStream.rangeClosed(1, 500).mapToObj(Integer::toString).toList());
    assertThat(
            rows(
                "INSERT INTO spread (id) VALUES (5), (4000), (6), (4001), (4002), (7), (4003)"
                    + " ON CONFLICT DO NOTHING RETURNING id"))
        .containsExactlyInAnyOrder("4000", "4001", "4002", "4003");
  }

  @Test
  void constantRows() throws Exception {
    assertThat(update("INSERT INTO spread VALUES (1, 'a', 7), (2, NULL, -3), (-9, 'it''s', 0)"))
        .isEqualTo(3);
    assertThat(update("INSERT INTO spread (name, id) VALUES ('x', 1.2e1), ('y', '0x20')"))
        .isEqualTo(2);
    assertThat(rows("SELECT * FROM spread ORDER BY id"))
        .containsExactly("-9|it's|0", "1|a|7", "2|null|-3", "12|x|7", "32|y|7");
    assertPlaced("spread");
  }

  /** As SQLAlchemy writes them. */
  @Test
  void constantRowsOfParametersWithCasts() throws Exception {
    SharedCluster.run(
        connection,
        "CREATE TABLE named (name text, x int)",
        "SELECT create_distributed_table('named', 'name')",
        "PREPARE numbers (smallint, int, numeric) AS INSERT INTO spread (id)"
            + " VALUES ($1::bigint), ($2::bigint), (($2 + 1)::smallint), ($3::int), (-$1)",
        "EXECUTE numbers (1, 20, 3.5)",
        "PREPARE names (varchar, char(4), text) AS INSERT INTO named"
            + " VALUES ($1::text), ($1::varchar(2)), ($2::varchar), ($2::char(3)), ($3::varchar)",
        "EXECUTE names ('abc', 'd', 'e ')");
    assertThat(rows("SELECT id FROM spread ORDER BY id"))
        .containsExactly("-1", "1", "4", "20", "21");
    assertPlaced("spread");
    for (String name : List.of("abc", "ab", "d", "e ")) {
      assertThat(rows("SELECT count(*) >= 1 FROM named WHERE name = '" + name + "'"))
          .as(name)
          .containsExactly("t");
    }
    run("DROP TABLE named");
  }

  @Test
  void computedRows() throws Exception {
    update("INSERT INTO spread SELECT g, 'row ' || g FROM generate_series(1, 100) g");
    update("INSERT INTO spread VALUES (1000 + 1, upper('a')), ((SELECT 1002), DEFAULT)");
    assertThat(rows("SELECT count(*), sum(id), sum(n) FROM spread"))
        .containsExactly("102|7053|714");
    assertPlaced("spread");
  }

  @Test
  void rowsOfAQueryOverManyNodes() throws Exception {
    update("INSERT INTO spread SELECT g, 'row ' || g FROM generate_series(1, 100) g");
    assertThat(update("INSERT INTO spread SELECT id + 1000, name FROM spread")).isEqualTo(100);
    assertThat(update("INSERT INTO spread (id, n) SELECT id + 5000, '12' FROM spread WHERE id < 6"))
        .isEqualTo(5);
    assertThat(update("INSERT INTO home SELECT count(*), max(name) FROM spread")).isEqualTo(1);
    assertThat(rows("SELECT * FROM home")).containsExactly("205|row 99");
    assertThat(rows("SELECT DISTINCT n FROM spread WHERE id > 5000")).containsExactly("12");
    assertPlaced("spread");
  }

  @Test
  void queryWithParameters() throws Exception {
    update("INSERT INTO spread SELECT g, 'row ' || g FROM generate_series(1, 100) g");
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO spread (id, name) SELECT id + ?, ? FROM spread WHERE id <= ?")) {
      insert.setLong(1, 500);
      insert.setString(2, "copied");
      insert.setLong(3, 10);
      assertThat(insert.executeUpdate()).isEqualTo(10);
    }
    assertThat(rows("SELECT count(*) FROM spread WHERE name = 'copied'")).containsExactly("10");
  }

  @Test
  void identityIsUniqueOverTheNodes() throws Exception {
    for (int i = 0; i < 20; i++) {
      update("INSERT INTO numbered (x) VALUES ('a'), ('b')");
    }
    assertThat(rows("SELECT count(DISTINCT id), min(id), max(id) FROM numbered"))
        .containsExactly("40|1|40");
    assertThat(rows("SELECT DISTINCT shout FROM numbered ORDER BY 1")).containsExactly("A", "B");
    assertThatThrownBy(() -> update("INSERT INTO numbered VALUES (1, 'x')"))
        .hasMessageContaining("cannot insert a non-DEFAULT value into column \"id\"");
    update("INSERT INTO numbered OVERRIDING SYSTEM VALUE VALUES (1000, 'x')");
    update("INSERT INTO numbered OVERRIDING USER VALUE VALUES (1000, 'y')");
    assertThat(rows("SELECT id FROM numbered WHERE x IN ('x', 'y') ORDER BY id"))
        .containsExactly("41", "1000");
  }

  @Test
  void whoeverInsertsNeedsNoOtherRight() throws Exception {
    run("CREATE ROLE inserter", "GRANT INSERT ON numbered, everywhere TO inserter");
    try {
      SharedCluster.run(
          connection,
          "SET ROLE inserter",
          "INSERT INTO numbered (x) VALUES ('a'), ('b')",
          "INSERT INTO numbered (x) SELECT 'c'",
          "INSERT INTO everywhere (id) VALUES (1)");
      SharedCluster.run(connection, "RESET ROLE");
      assertThat(rows("SELECT count(DISTINCT id), max(id) FROM numbered")).containsExactly("3|3");
      assertEqualOnAllNodes("SELECT * FROM everywhere");
    } finally {
      SharedCluster.run(connection, "RESET ROLE");
      run("REVOKE INSERT ON numbered, everywhere FROM inserter", "DROP ROLE inserter");
    }
  }

  @Test
  void generatedKeysAndBatches() throws Exception {
    List<Integer> keys = new ArrayList<>();
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO numbered (x) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      for (int i = 0; i < 30; i++) {
        insert.setString(1, "value " + i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(30).containsOnly(1);
      try (ResultSet generated = insert.getGeneratedKeys()) {
        while (generated.next()) {
          keys.add(generated.getInt("id"));
        }
      }
    }
    assertThat(keys).hasSize(30).doesNotHaveDuplicates();
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO spread (id, name) VALUES (?, ?)")) {
      for (int i = 0; i < 100; i++) {
        insert.setLong(1, i);
        insert.setString(2, "value " + i);
        insert.addBatch();
      }
      insert.executeBatch();
    }
    assertThat(rows("SELECT count(*) FROM spread")).containsExactly("100");
    assertPlaced("spread");
  }

  @Test
  void aFailingBatchLeavesNothing() throws Exception {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO spread (id, name) VALUES (?, ?)")) {
      for (int i : new int[] {1, 2, 3, 4, 5, 1}) {
        insert.setLong(1, i);
        insert.setString(2, "x");
        insert.addBatch();
      }
      assertThatThrownBy(insert::executeBatch).hasMessageContaining("duplicate key value");
    }
    assertThat(rows("SELECT count(*) FROM spread")).containsExactly("0");
  }

  @Test
  void replicatedRowsAreEqualEverywhere() throws Exception {
    update("INSERT INTO everywhere (id) VALUES (1), (2)");
    update("INSERT INTO everywhere VALUES (3, 0.5, '2020-01-01')");
    update("INSERT INTO everywhere (id) SELECT id + 10 FROM everywhere");
    assertThat(rows("SELECT count(*) FROM everywhere")).containsExactly("6");
    assertEqualOnAllNodes("SELECT * FROM everywhere ORDER BY id");
  }

  @Test
  void onConflict() throws Exception {
    update("INSERT INTO spread VALUES (1, 'a'), (2, 'b'), (3, 'c')");
    assertThat(update("INSERT INTO spread VALUES (1, 'x'), (4, 'd') ON CONFLICT DO NOTHING"))
        .isEqualTo(1);
    assertThat(
            rows(
                "INSERT INTO spread SELECT g, 'new' FROM generate_series(3, 6) g ON CONFLICT (id)"
                    + " DO UPDATE SET name = spread.name || '+' || excluded.name"
                    + " WHERE spread.id <> 4 RETURNING id, name"))
        .containsExactlyInAnyOrder("3|c+new", "5|new", "6|new");
    update("INSERT INTO everywhere (id) VALUES (1)");
    update(
        "INSERT INTO everywhere (id) VALUES (1), (2) ON CONFLICT (id) DO UPDATE SET r ="
            + " excluded.r");
    assertEqualOnAllNodes("SELECT * FROM everywhere ORDER BY id");
  }

  @Test
  void returningMoreThanTheClientReadsAtOnce() throws Exception {
    connection.setAutoCommit(false);
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO spread SELECT g FROM generate_series(1, 1000) g RETURNING id")) {
      insert.setFetchSize(10);
      try (ResultSet result = insert.executeQuery()) {
        assertThat(result.next()).isTrue();
      }
    }
    connection.commit();
    connection.setAutoCommit(true);
    assertThat(rows("SELECT count(*) FROM spread")).containsExactly("1000");
  }

  @Test
  void errorsLeaveNothing() throws Exception {
    assertThatThrownBy(() -> update("INSERT INTO spread VALUES (NULL, 'x')"))
        .hasMessageContaining("null value in column \"id\" of relation \"spread\"");
    assertThatThrownBy(() -> update("INSERT INTO spread (name) VALUES ('x')"))
        .hasMessageContaining("null value in column \"id\" of relation \"spread\"");
    assertThatThrownBy(
            () -> update("INSERT INTO spread SELECT g % 50 FROM generate_series(1, 100) g"))
        .hasMessageContaining("duplicate key value");
    assertThat(rows("SELECT count(*) FROM spread")).containsExactly("0");
    assertThat(
            SharedCluster.onNodes(
                "SELECT count(*) FROM pg_class WHERE relname LIKE 'argosy\\_%'"
                    + " AND relpersistence = 't'"))
        .containsOnly(List.of("0"));
  }

  @Test
  void insideATransaction() throws Exception {
    connection.setAutoCommit(false);
    update("INSERT INTO spread VALUES (1, 'a'), (2, 'b')");
    update("INSERT INTO spread SELECT id + 10, name FROM spread");
    assertThat(rows("SELECT id FROM spread ORDER BY id")).containsExactly("1", "2", "11", "12");
    connection.rollback();
    connection.setAutoCommit(true);
    assertThat(rows("SELECT count(*) FROM spread")).containsExactly("0");
  }
}
