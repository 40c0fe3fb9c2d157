package io.argosy.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.limit.CoordinatorLimits;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.coordinator.transaction.commit.CommitObserver;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Several databases of one cluster: made, used, renamed, copied and dropped. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatabasesTest {
  private static final Duration REST = Duration.ofMillis(300);
  private static final String MADE =
      "SELECT datname FROM pg_database WHERE datname LIKE 'of_test%' ORDER BY 1";

  private Databases databases;
  private String url;

  @BeforeAll
  void start() throws IOException {
    databases = SharedCluster.databases(REST);
    url = SharedCluster.serve(databases);
  }

  @AfterEach
  void dropWhatWasMade() throws Exception {
    for (int node = 0; node < 3; node++) {
      try (Connection session = SharedCluster.connectTo(node, "postgres")) {
        for (String database : SharedCluster.rows(session, MADE)) {
          SharedCluster.run(session, "DROP DATABASE " + database + " WITH (FORCE)");
        }
      }
    }
  }

  @AfterAll
  void stop() {
    databases.close();
  }

  private Connection connect(String database) throws SQLException {
    return connect(database, "postgres");
  }

  private Connection connect(String database, String role) throws SQLException {
    return DriverManager.getConnection(
        url.substring(0, url.lastIndexOf('/') + 1) + database + "?user=" + role);
  }

  private static Connection connectToNode(int node, String database)
      throws SQLException, IOException {
    return SharedCluster.connectTo(node, "postgres", database);
  }

  private void run(String database, String... statements) throws SQLException {
    try (Connection connection = connect(database)) {
      SharedCluster.run(connection, statements);
    }
  }

  private List<String> rows(String database, String query) throws SQLException {
    try (Connection connection = connect(database)) {
      return SharedCluster.rows(connection, query);
    }
  }

  private static ServerErrorMessage errorOf(ThrowingCallable action) {
    return catchThrowableOfType(PSQLException.class, action).getServerErrorMessage();
  }

  @Test
  void aDatabaseIsMadeOnAllNodesAndHasPlacementsOfItsOwn() throws Exception {
    run("postgres", "CREATE DATABASE of_test");
    assertThat(SharedCluster.onNodes(MADE)).containsOnly(List.of("of_test"));

    for (String database : List.of("of_test", "postgres")) {
      run(
          database,
          "CREATE TABLE placed_in_databases (id int PRIMARY KEY, v text)",
          "SELECT create_distributed_table('placed_in_databases', 'id')",
          "INSERT INTO placed_in_databases SELECT i, current_database()"
              + " FROM generate_series(1, 30) i");
    }
    try {
      assertThat(rows("of_test", "SELECT v, count(*) FROM placed_in_databases GROUP BY 1"))
          .containsExactly("of_test|30");
      run("of_test", "DELETE FROM placed_in_databases WHERE id > 10");
      assertThat(rows("of_test", "SELECT count(*) FROM placed_in_databases")).containsExactly("10");
      assertThat(rows("postgres", "SELECT count(*) FROM placed_in_databases"))
          .containsExactly("30");
      assertThat(rows("argosy", "SELECT to_regclass('placed_in_databases')"))
          .containsExactly("null");
    } finally {
      run("postgres", "DROP TABLE placed_in_databases");
    }
  }

  @Test
  void transactionsOverSeveralNodesCommitInEach() throws Exception {
    run("argosy", "CREATE DATABASE of_test");
    try (Connection connection = connect("of_test")) {
      SharedCluster.run(
          connection,
          "CREATE TABLE accounts (id int PRIMARY KEY, amount int)",
          "SELECT create_distributed_table('accounts', 'id')",
          "INSERT INTO accounts SELECT i, 100 FROM generate_series(1, 20) i",
          "BEGIN",
          "UPDATE accounts SET amount = amount + 1",
          "COMMIT");
    }
    assertThat(rows("of_test", "SELECT sum(amount) FROM accounts")).containsExactly("2020");
  }

  @Test
  void copiesADatabaseWithItsPlacements() throws Exception {
    run("argosy", "CREATE DATABASE of_test");
    run(
        "of_test",
        "CREATE TABLE copied (id int PRIMARY KEY)",
        "SELECT create_distributed_table('copied', 'id')",
        "INSERT INTO copied SELECT generate_series(1, 20)");

    run("argosy", "CREATE DATABASE of_test_copy WITH TEMPLATE = of_test");
    run("of_test_copy", "INSERT INTO copied SELECT generate_series(21, 50)");

    assertThat(rows("of_test_copy", "SELECT count(*) FROM copied")).containsExactly("50");
    assertThat(rows("of_test", "SELECT count(*) FROM copied")).containsExactly("20");
    run("argosy", "ALTER DATABASE of_test_copy RENAME TO of_test_other");
    assertThat(rows("of_test_other", "SELECT count(*) FROM copied")).containsExactly("50");
  }

  @Test
  void clientsKeepADatabaseFromBeingDropped() throws Exception {
    run("argosy", "CREATE DATABASE of_test");
    try (Connection idle = connect("of_test")) {
      assertThat(
              rows("argosy", "SELECT datname FROM pg_stat_activity WHERE datname LIKE 'of_test%'"))
          .containsExactly("of_test");
      ServerErrorMessage refused = errorOf(() -> run("argosy", "DROP DATABASE of_test"));
      assertThat(refused.getSQLState()).isEqualTo("55006");
      assertThat(refused.getDetail()).isEqualTo("There is 1 other session using the database.");
      assertThat(SharedCluster.rows(idle, "SELECT 1")).containsExactly("1");

      run("argosy", "DROP DATABASE of_test WITH (FORCE)");
      assertThatThrownBy(() -> SharedCluster.rows(idle, "SELECT 1"))
          .isInstanceOf(SQLException.class);
    }
    assertThat(SharedCluster.onNodes(MADE)).containsOnly(List.of());
    assertThat(errorOf(() -> run("of_test")).getSQLState()).isEqualTo("3D000");
  }

  @Test
  void whatIsDroppedIsDroppedForThoseWhoWaitOnlyAMoment() throws Exception {
    run("argosy", "CREATE DATABASE of_test");
    Connection leaving = connect("of_test");
    CompletableFuture<Void> left =
        CompletableFuture.runAsync(
            () -> assertThatCode(leaving::close).doesNotThrowAnyException(),
            CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS));

    run("argosy", "DROP DATABASE of_test");

    left.join();
    assertThat(SharedCluster.onNodes(MADE)).containsOnly(List.of());
  }

  @Test
  void leavesADatabaseThatNobodyIsConnectedTo() throws Exception {
    run("argosy", "CREATE DATABASE of_test");
    run("of_test", "CREATE TABLE t (id int)", "SELECT create_distributed_table('t', 'id')");

    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(
                        SharedCluster.onNodes(
                            "SELECT count(*) FROM pg_stat_activity WHERE datname = 'of_test'"))
                    .containsOnly(List.of("0")));
    assertThat(rows("of_test", "SELECT count(*) FROM t")).containsExactly("0");
  }

  @Test
  void whatOneNodeCannotMakeIsOnNone() throws Exception {
    try (Connection second = SharedCluster.connectTo(1, "postgres")) {
      SharedCluster.run(second, "CREATE DATABASE of_test");
    }

    ServerErrorMessage refused = errorOf(() -> run("argosy", "CREATE DATABASE of_test"));

    assertThat(refused.getSQLState()).isEqualTo("42P04");
    assertThat(refused.getDetail())
        .isEqualTo(
            "It failed on node node2; the database has been dropped again on the nodes that had"
                + " made it.");
    assertThat(SharedCluster.onNodes(MADE))
        .containsExactly(List.of(), List.of("of_test"), List.of());
  }

  @Test
  void dropsWhatOnlySomeNodesHave() throws Exception {
    for (int node : List.of(0, 2)) {
      try (Connection session = SharedCluster.connectTo(node, "postgres")) {
        SharedCluster.run(session, "CREATE DATABASE of_test");
      }
    }
    ServerErrorMessage refused = errorOf(() -> run("of_test"));
    assertThat(refused.getSQLState()).isEqualTo("3D000");
    assertThat(refused.getDetail()).isEqualTo("It is missing on node node2.");

    run("argosy", "DROP DATABASE of_test");

    assertThat(SharedCluster.onNodes(MADE)).containsOnly(List.of());
  }

  @Test
  void databasesThatSortDifferentlyAreNotServed() throws Exception {
    for (int node = 0; node < 3; node++) {
      try (Connection session = SharedCluster.connectTo(node, "postgres")) {
        SharedCluster.run(
            session,
            "CREATE DATABASE of_test TEMPLATE template0 ENCODING "
                + (node == 1 ? "'LATIN1'" : "'UTF8'")
                + " LOCALE 'C'");
      }
    }

    ServerErrorMessage refused = errorOf(() -> run("of_test"));

    assertThat(refused.getSQLState()).isEqualTo("55000");
    assertThat(refused.getDetail()).contains("UTF8", "LATIN1", "node2");
  }

  @Test
  void onlyThoseThatAreListedAreServed() throws Exception {
    run("argosy", "CREATE DATABASE of_test", "CREATE DATABASE of_test_listed");
    try (Databases some =
        new Databases(
            SharedCluster.nodes(),
            new Planner()::plan,
            new SnapshotBarrier(true),
            CommitObserver.NONE,
            new CoordinatorLimits(CoordinatorLimits.Values.DEFAULT),
            Databases.Options.of(List.of("of_test_listed")))) {
      String base = SharedCluster.serve(some).replaceAll("/[a-z]+$", "/");
      DriverManager.getConnection(base + "of_test_listed?user=postgres").close();
      ServerErrorMessage refused =
          errorOf(() -> DriverManager.getConnection(base + "of_test?user=postgres"));
      assertThat(refused.getSQLState()).isEqualTo("3D000");
      assertThat(refused.getHint())
          .isEqualTo("This coordinator serves the databases \"argosy\", \"of_test_listed\".");
    }
  }

  @Test
  void whoMayNotConnectMakesNothing() throws Exception {
    run("argosy", "CREATE DATABASE of_test", "CREATE ROLE of_tests_own LOGIN");
    try {
      run("argosy", "REVOKE CONNECT ON DATABASE of_test FROM PUBLIC");

      assertThat(errorOf(() -> connect("of_test", "of_tests_own")).getSQLState())
          .isEqualTo("42501");

      try (Connection home = connectToNode(0, "of_test")) {
        assertThat(SharedCluster.rows(home, "SELECT to_regnamespace('argosy')"))
            .containsExactly("null");
      }
    } finally {
      run("argosy", "DROP DATABASE of_test", "DROP ROLE of_tests_own");
    }
  }

  @Test
  void rolesThatAreChangedInOneDatabaseAreKnownInAll() throws Exception {
    run(
        "argosy",
        "CREATE DATABASE of_test",
        "CREATE ROLE of_tests_group",
        "CREATE ROLE of_tests_own LOGIN");
    // Through another coordinator, which does not serve the database where they are known.
    String elsewhere = SharedCluster.url() + "?user=postgres";
    try (Connection other = DriverManager.getConnection(elsewhere)) {
      run(
          "of_test",
          "CREATE TABLE guarded (id int PRIMARY KEY, v int)",
          "SELECT create_distributed_table('guarded', 'id')",
          "INSERT INTO guarded SELECT i, i FROM generate_series(1, 20) i",
          "GRANT ALL ON guarded TO of_tests_own",
          "ALTER TABLE guarded ENABLE ROW LEVEL SECURITY",
          "CREATE TABLE allowed (id int, of_key int)",
          "SELECT create_distributed_table('allowed', 'of_key')",
          "INSERT INTO allowed SELECT i, 100 - i FROM generate_series(1, 12) i",
          "GRANT SELECT ON allowed TO of_tests_own",
          "CREATE POLICY few ON guarded TO of_tests_own USING (id <= 5)",
          // Not all rows that it reads are on one node.
          "CREATE POLICY more ON guarded TO of_tests_group"
              + " USING (id IN (SELECT a.id FROM allowed a))");
      try (Connection connection = connect("of_test", "of_tests_own")) {
        String read = "SELECT count(*), count(DISTINCT v) FROM guarded";
        assertThat(SharedCluster.rows(connection, read)).containsExactly("5|5");
        SharedCluster.run(other, "GRANT of_tests_group TO of_tests_own");
        // What was planned before would give the rows that each node finds by its own part.
        assertThat(errorOf(() -> SharedCluster.rows(connection, read)).getSQLState())
            .isEqualTo("0A000");
        SharedCluster.run(other, "REVOKE of_tests_group FROM of_tests_own");
        assertThat(SharedCluster.rows(connection, read)).containsExactly("5|5");
      }
    } finally {
      run(
          "argosy",
          "DROP DATABASE of_test WITH (FORCE)",
          "DROP ROLE of_tests_own",
          "DROP ROLE of_tests_group");
    }
  }

  @Test
  void endsWhatACoordinatorHasLeftPreparedInAnyDatabase() throws Exception {
    run("argosy", "CREATE DATABASE of_test");
    run(
        "of_test",
        "CREATE TABLE left_behind (id int PRIMARY KEY)",
        "SELECT create_reference_table('left_behind')");
    try (Connection connection = connectToNode(1, "of_test")) {
      SharedCluster.run(
          connection,
          "BEGIN",
          "INSERT INTO left_behind VALUES (1)",
          "PREPARE TRANSACTION 'argosy_" + (Long.MAX_VALUE - 5) + "_1_postgres'");
    }
    await()
        .atMost(Duration.ofSeconds(10))
        .until(
            () ->
                SharedCluster.onNode(
                        1, "SELECT count(*) FROM pg_stat_activity WHERE datname = 'of_test'")
                    .equals(List.of("0")));

    try (Databases started = new Databases(SharedCluster.nodes())) {
      await()
          .atMost(Duration.ofSeconds(10))
          .until(() -> SharedCluster.onNode(1, "SELECT gid FROM pg_prepared_xacts").isEmpty());
      assertThat(started.main().cluster().database()).isEqualTo("argosy");
    }
  }

  @Test
  void theDatabaseOfTheConfigurationStays() {
    assertThat(errorOf(() -> run("postgres", "DROP DATABASE argosy")).getSQLState())
        .isEqualTo("55006");
    assertThat(errorOf(() -> run("argosy", "DROP DATABASE argosy")).getMessage())
        .isEqualTo("cannot drop the currently open database");
  }

  @Test
  void refusesAsPostgresInTransactions() throws Exception {
    try (Connection connection = connect("argosy")) {
      SharedCluster.run(connection, "BEGIN");
      assertThat(
              errorOf(() -> SharedCluster.run(connection, "CREATE DATABASE of_test")).getSQLState())
          .isEqualTo("25001");
    }
  }
}
