package io.argosy.coordinator.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.coordinator.analysis.CardinalityFeedback.Expectation;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;

/** What statements turn out to have changes how they are planned the next time. */
class CardinalityFeedbackTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** PostgreSQL takes three columns that are always equal for independent. */
  private static final String JOIN =
      "SELECT o.name, count(*) FROM fed_events e JOIN fed_owners o ON o.id = e.owner"
          + " WHERE e.a = %1$d AND e.b = %1$d AND e.c = %1$d GROUP BY o.name";

  private static final String ORDERED = JOIN + " ORDER BY o.name";

  private Connection connection;

  @BeforeAll
  static void makeTables() throws IOException, SQLException {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE ROLE fed_reader LOGIN",
          "CREATE TABLE fed_events (id int PRIMARY KEY, owner int, a int, b int, c int)",
          "CREATE TABLE fed_owners (id int PRIMARY KEY, name text)",
          "SELECT create_distributed_table('fed_events', 'id')",
          "SELECT create_distributed_table('fed_owners', 'id', colocate_with => 'none')",
          "INSERT INTO fed_owners SELECT n, 'owner ' || n % 100 FROM generate_series(1, 20000) n",
          "INSERT INTO fed_events SELECT n, 1 + n % 20000, n % 20, n % 20, n % 20"
              + " FROM generate_series(1, 60000) n",
          "ANALYZE fed_events, fed_owners");
    }
  }

  @AfterAll
  static void dropTables() throws IOException, SQLException {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(connection, "DROP TABLE fed_events, fed_owners", "DROP ROLE fed_reader");
    }
  }

  @BeforeEach
  void connect() throws IOException, SQLException {
    connection = SharedCluster.connect();
    // The catalog has changed: what other tests have had learned is forgotten.
    SharedCluster.run(connection, "CREATE TABLE fed_nothing ()", "DROP TABLE fed_nothing");
  }

  /** How many rows of events are expected to move, over all nodes. */
  private double expected(String statement) throws SQLException, IOException {
    String text =
        String.join("\n", SharedCluster.rows(connection, "EXPLAIN (FORMAT JSON) " + statement));
    for (JsonNode shipped : JSON.readTree(text).path(0).path("Statements")) {
      if (shipped.has("Estimated Rows") && shipped.path("SQL").asText().contains("fed_events")) {
        return shipped.path("Estimated Rows").asDouble();
      }
    }
    throw new AssertionError("no rows of events move: " + text);
  }

  @Test
  void whatHasRunIsExpectedTheNextTime() throws SQLException, IOException {
    String statement = ORDERED.formatted(7);
    assertThat(expected(statement)).isLessThan(300);
    List<String> first = SharedCluster.rows(connection, statement);
    assertThat(expected(statement)).isCloseTo(3_000, within(300.0));
    assertThat(SharedCluster.rows(connection, statement)).isEqualTo(first).hasSize(5);
    assertThat(expected(statement)).isCloseTo(3_000, within(300.0));
  }

  @Test
  void otherConstantsAreOfTheSameKind() throws SQLException, IOException {
    SharedCluster.rows(connection, ORDERED.formatted(3));
    // PostgreSQL rounds the few rows that it expects, which differ a little between constants.
    assertThat(expected(ORDERED.formatted(4))).isBetween(1_000.0, 9_000.0);
    SharedCluster.run(connection, "CREATE TABLE fed_more ()", "DROP TABLE fed_more");
    assertThat(expected(ORDERED.formatted(4))).isLessThan(300);
  }

  @Test
  void whatHasNoOrderIsPlannedAsBefore() throws SQLException, IOException {
    String statement = JOIN.formatted(5);
    double before = expected(statement);
    SharedCluster.rows(connection, statement);
    SharedCluster.rows(connection, ORDERED.formatted(5));
    assertThat(expected(statement)).isEqualTo(before);
  }

  /** Who may see a part of the rows only could learn from the estimate how many there are. */
  @Test
  void whatPoliciesHideIsNotLearned() throws SQLException, IOException {
    SharedCluster.run(
        connection,
        "CREATE POLICY seen ON fed_events USING (id > 0)",
        "ALTER TABLE fed_events ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE fed_events FORCE ROW LEVEL SECURITY",
        "GRANT SELECT ON fed_events, fed_owners TO fed_reader");
    try (Connection reader =
        DriverManager.getConnection(SharedCluster.url() + "?user=fed_reader")) {
      String statement = ORDERED.formatted(6);
      String before = String.join("\n", SharedCluster.rows(reader, "EXPLAIN " + statement));
      assertThat(SharedCluster.rows(reader, statement)).hasSize(5);
      assertThat(String.join("\n", SharedCluster.rows(reader, "EXPLAIN " + statement)))
          .isEqualTo(before);
    } finally {
      SharedCluster.run(
          connection,
          "DROP POLICY seen ON fed_events",
          "ALTER TABLE fed_events DISABLE ROW LEVEL SECURITY");
    }
  }

  @Test
  void itCanBeSwitchedOff() throws SQLException, IOException {
    SharedCluster.run(connection, "SET argosy.cardinality_feedback = off");
    String statement = ORDERED.formatted(9);
    double before = expected(statement);
    SharedCluster.rows(connection, statement);
    assertThat(expected(statement)).isEqualTo(before);
    SharedCluster.run(connection, "SET argosy.cardinality_feedback TO 'on'");
    assertThat(expected(statement)).isEqualTo(before);
    assertThatThrownBy(
            () -> SharedCluster.run(connection, "SET argosy.cardinality_feedback = 'perhaps'"))
        .isInstanceOfSatisfying(
            PSQLException.class, error -> assertThat(error.getSQLState()).isEqualTo("22023"));
  }

  private static boolean learn(
      CardinalityFeedback feedback, String query, double rows, double factor, double counted) {
    return feedback.learn(List.of(), query, new Expectation(rows, factor), counted);
  }

  @Test
  void smallErrorsChangeNothing() {
    CardinalityFeedback feedback = new CardinalityFeedback();
    assertThat(learn(feedback, "SELECT 1", 10_000, 1, 19_000)).isFalse();
    assertThat(learn(feedback, "SELECT 1", 1, 1, 400)).isFalse();
    assertThat(feedback.factor(List.of(), "SELECT 1")).isEqualTo(1);
  }

  @Test
  void whatWasCountedLastHolds() {
    CardinalityFeedback feedback = new CardinalityFeedback();
    assertThat(learn(feedback, "SELECT 1", 10, 1, 1000)).isTrue();
    assertThat(feedback.factor(List.of(), "SELECT 2")).isEqualTo(100);
    assertThat(learn(feedback, "SELECT 3", 10, 100, 10_000)).isTrue();
    assertThat(feedback.factor(List.of(), "SELECT 1")).isEqualTo(1000);
    assertThat(feedback.factor(List.of(), "SELECT a")).isEqualTo(1);
    feedback.clear();
    assertThat(feedback.factor(List.of(), "SELECT 1")).isEqualTo(1);
  }

  @Test
  void whoPlannedBeforeTheOthersLearnsTheSameAsThey() {
    CardinalityFeedback feedback = new CardinalityFeedback();
    for (int session = 0; session < 20; session++) {
      assertThat(learn(feedback, "SELECT 1", 10, 1, 1000)).isTrue();
    }
    assertThat(feedback.factor(List.of(), "SELECT 1")).isEqualTo(100);
    assertThat(learn(feedback, "SELECT 1", 10, 100, 1000)).isFalse();
  }

  @Test
  void whatIsNeverTheSameIsLeftToPostgres() {
    CardinalityFeedback feedback = new CardinalityFeedback();
    int changes = 0;
    for (int i = 0; i < 100; i++) {
      double factor = feedback.factor(List.of(), "SELECT 1");
      changes += learn(feedback, "SELECT 1", 100, factor, i % 2 == 0 ? 10_000 : 100_000) ? 1 : 0;
    }
    assertThat(changes).isBetween(5, 10);
    assertThat(feedback.factor(List.of(), "SELECT 1")).isEqualTo(1);
  }

  @Test
  void noRowsAreTakenForOne() {
    CardinalityFeedback feedback = new CardinalityFeedback();
    assertThat(learn(feedback, "SELECT 1", 1000, 1, 0)).isTrue();
    assertThat(feedback.factor(List.of(), "SELECT 1")).isCloseTo(0.001, within(1e-9));
  }

  @Test
  void longTextsAreNotTakenForOthersWithTheSameBeginning() {
    CardinalityFeedback feedback = new CardinalityFeedback();
    String begin = "SELECT " + "a, ".repeat(2_000);
    assertThat(learn(feedback, begin + "b", 10, 1, 1000)).isFalse();
    assertThat(feedback.factor(List.of(), begin + "c")).isEqualTo(1);
  }
}
