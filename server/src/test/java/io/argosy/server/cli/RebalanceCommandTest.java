package io.argosy.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class RebalanceCommandTest {
  private static final int ROWS = 5000;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeEach
  void makeTable() throws Exception {
    run(
        "CREATE TABLE spread (id int PRIMARY KEY, note text)",
        "SELECT create_distributed_table('spread', 'id')",
        "INSERT INTO spread SELECT i, 'x' FROM generate_series(1, " + ROWS + ") i");
  }

  @AfterEach
  void dropTable() throws Exception {
    run("DROP TABLE spread");
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.restoreSlots(connection);
    }
  }

  private static void run(String... statements) throws IOException, SQLException {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(connection, statements);
    }
  }

  private static List<String> rows(String sql) throws IOException, SQLException {
    try (Connection connection = SharedCluster.connect()) {
      return SharedCluster.rows(connection, sql);
    }
  }

  private int rebalance(String... arguments) throws IOException {
    return rebalanceAs("postgres", arguments);
  }

  private int rebalanceAs(String role, String... arguments) throws IOException {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(
        Stream.concat(
                Stream.of("rebalance", "--url", SharedCluster.url() + "?user=" + role),
                Stream.of(arguments))
            .toArray(String[]::new));
  }

  private static List<String> rowsOnNodes() throws IOException, SQLException {
    return SharedCluster.onNodes("SELECT count(*) FROM spread").stream()
        .map(List::getFirst)
        .toList();
  }

  @Test
  void aNodeIsDrainedAndGetsItsShareAgain() throws Exception {
    assertThat(rebalance("--drain", "node3")).as(err.toString()).isZero();
    assertThat(out.toString()).startsWith("moved 341 slots with ").contains(" rows in ");
    assertThat(err.toString()).contains("100%  rebalance: node3 -> node", "341 of 341 slots");
    assertThat(rowsOnNodes().getLast()).isEqualTo("0");
    assertThat(rows("SELECT count(*), count(DISTINCT id) FROM spread"))
        .containsExactly(ROWS + "|" + ROWS);
    assertThat(rebalance("--drain", "node3")).isZero();
    assertThat(out.toString()).endsWith("nothing is to move\n");

    assertThat(rebalance("--longest-step", "100")).as(err.toString()).isZero();
    assertThat(rows("SELECT slots FROM argosy.node_states ORDER BY position"))
        .hasSize(3)
        .allSatisfy(slots -> assertThat(slots).isIn("341", "342"));
    assertThat(rowsOnNodes())
        .allSatisfy(rows -> assertThat(Integer.parseInt(rows)).isBetween(1500, 1850));
    assertThat(rows("SELECT count(*), count(DISTINCT id) FROM spread"))
        .containsExactly(ROWS + "|" + ROWS);
  }

  @Test
  void indexesAreThereForAsLongAsItLasts() throws Exception {
    run(
        "INSERT INTO spread SELECT i, repeat('y', 500) FROM generate_series(10001, 40000) i",
        "CREATE TABLE \"Other\" (\"Key\" text PRIMARY KEY, note text)",
        "SELECT create_distributed_table('\"Other\"', 'Key')",
        "INSERT INTO \"Other\" SELECT i, repeat('y', 500) FROM generate_series(1, 30000) i");
    try {
      assertThat(rebalance("--index", "--drain", "node3")).as(err.toString()).isZero();
      assertThat(err.toString()).contains("making indexes on the slots of 2 large tables");
      assertThat(rows("SELECT count(*), count(DISTINCT id) FROM spread"))
          .containsExactly("35000|35000");
      assertThat(rowsOnNodes().getLast()).isEqualTo("0");
      assertThat(
              SharedCluster.onNodes(
                  "SELECT count(*) FROM pg_class WHERE relname ~ '^argosy_slots_'"))
          .containsOnly(List.of("0"));
      run(
          "CREATE INDEX argosy_slots_"
              + rows("SELECT 'spread'::regclass::oid").getFirst()
              + " ON spread ((pg_catalog.hashint4extended(id, 0) & 1023))");
      assertThat(rebalance("--index")).as(err.toString()).isZero();
      assertThat(
              SharedCluster.onNodes(
                  "SELECT count(*) FROM pg_class WHERE relname ~ '^argosy_slots_'"))
          .containsOnly(List.of("0"));
      assertThat(rows("SELECT count(*) FROM \"Other\"")).containsExactly("30000");
    } finally {
      run("DROP TABLE \"Other\"");
    }
  }

  @Test
  void aSnapshotIsKeptAcrossAllOfIt() throws Exception {
    List<String> questions =
        List.of(
            "SELECT count(*), sum(id), count(DISTINCT note) FROM spread",
            "SELECT note FROM spread WHERE id = 17",
            "SELECT id FROM spread WHERE id IN (1, 2, 3, 4, 5, 6, 7, 8) ORDER BY id",
            "SELECT count(*) FROM spread a JOIN spread b USING (id)");
    try (Connection reader = SharedCluster.connect()) {
      SharedCluster.run(reader, "BEGIN ISOLATION LEVEL REPEATABLE READ");
      List<List<String>> before = answers(reader, questions);
      run("DELETE FROM spread WHERE id % 3 = 0", "UPDATE spread SET note = 'y' || id");
      assertThat(rebalance("--drain", "node2")).as(err.toString()).isZero();
      assertThat(answers(reader, questions)).isEqualTo(before);
      assertThat(rebalance()).as(err.toString()).isZero();
      assertThat(answers(reader, questions)).isEqualTo(before);
      assertThatThrownBy(() -> SharedCluster.run(reader, "UPDATE spread SET note = 'z'"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("40001"));
      SharedCluster.run(reader, "ROLLBACK");
      assertThat(answers(reader, questions)).isNotEqualTo(before);
    }
  }

  private static List<List<String>> answers(Connection connection, List<String> questions)
      throws SQLException {
    List<List<String>> answers = new ArrayList<>();
    for (String question : questions) {
      answers.add(SharedCluster.rows(connection, question));
    }
    return answers;
  }

  @Test
  void thePlanMovesNothing() throws Exception {
    List<String> before = rowsOnNodes();
    assertThat(rebalance("--plan", "--drain", "node2")).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("node2 -> node1: ", "node2 -> node3: ", "of 1024 slots are to move, about ");
    assertThat(rowsOnNodes()).isEqualTo(before);
    assertThat(rebalance("--plan")).isZero();
    assertThat(out.toString()).endsWith("nothing is to move\n");
  }

  @Test
  void noMoreMovesThanIsWanted() throws Exception {
    run(
        "SELECT move_slots('{0,1,2,3}', 'node2')",
        "SELECT move_slots('{4,5,6,7}', 'node3')",
        "ANALYZE spread");
    long begun = System.nanoTime();
    // Eight slots have about a kilobyte each.
    assertThat(rebalance("--rate", "4kB")).as(err.toString()).isZero();
    assertThat(System.nanoTime() - begun).isGreaterThan(1_000_000_000L);
  }

  @Test
  void whatCannotBeDoneIsTold() throws Exception {
    assertThat(rebalance("--drain", "node9")).isEqualTo(1);
    assertThat(err.toString()).contains("node9", "42704");
    assertThat(rebalance("--rate", "fast")).isEqualTo(1);
    assertThat(err.toString()).contains("invalid value for parameter \"--rate\": \"fast\"");
    assertThat(rebalance("--longest-step", "0")).isEqualTo(2);
    run("SELECT move_slots('{0,1,2,3}', 'node2')", "CREATE ROLE spreader LOGIN");
    assertThat(rebalanceAs("spreader")).isEqualTo(1);
    assertThat(err.toString()).contains("42501");
    run("DROP ROLE spreader");
  }

  /** A transaction that holds on to what it has written is waited for as long as is wanted. */
  @Test
  void writersThatDoNotEndAreToldOf() throws Exception {
    try (Connection writer = SharedCluster.connect()) {
      writer.setAutoCommit(false);
      SharedCluster.run(writer, "UPDATE spread SET note = 'y'");
      assertThat(rebalance("--drain", "node3", "--patience", "1")).isEqualTo(1);
      writer.rollback();
    }
    assertThat(err.toString()).contains("55P03", "Transactions that write for longer");
    assertThat(rowsOnNodes().getLast()).isNotEqualTo("0");
  }
}
