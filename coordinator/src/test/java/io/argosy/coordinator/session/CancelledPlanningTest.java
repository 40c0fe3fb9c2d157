package io.argosy.coordinator.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.Coordinator;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier;
import io.argosy.node.ForwardingSession;
import io.argosy.node.Machine;
import io.argosy.node.MachineSamples;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.SessionOptions;
import io.argosy.planner.Planner;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A cancel, or a time that is over, meets each of the questions that are asked about a new
 * statement in turn. It must never be taken for an answer to the question.
 */
@Timeout(120)
class CancelledPlanningTest {
  private static final String CANCELLED =
      "DO $$BEGIN RAISE SQLSTATE '57014'"
          + " USING MESSAGE = 'canceling statement due to user request'; END$$";
  private static final int NEVER = -1;

  /** How many questions are still asked before one is cancelled; below zero for none. */
  private static final AtomicInteger LEFT = new AtomicInteger(NEVER);

  private static Connection connection;

  /** A node whose backends are cancelled when it is their time. */
  private record Cancelling(Node node) implements Node {
    @Override
    public String name() {
      return node.name();
    }

    @Override
    public NodeSession open(SessionOptions options) {
      return options.settings().getOrDefault("search_path", "").startsWith("pg_catalog")
          ? node.open(options)
          : new CancelledSession(node.open(options));
    }

    @Override
    public Optional<Machine> machine() {
      return node.machine();
    }

    @Override
    public Optional<MachineSamples> samples(Instant since, int most) {
      return node.samples(since, most);
    }

    @Override
    public void leaveDatabase(String database) {
      node.leaveDatabase(database);
    }

    @Override
    public void close() {
      // The shared nodes stay.
    }
  }

  private static final class CancelledSession extends ForwardingSession {
    private CancelledSession(NodeSession session) {
      super(session);
    }

    @Override
    public Result execute(Request request) {
      return isCancelled(request)
          ? super.execute(new Request.Simple(CANCELLED))
          : super.execute(request);
    }

    /** PostgreSQL does not cancel the end of a transaction. */
    private static boolean isCancelled(Request request) {
      boolean end =
          request instanceof Request.Simple simple
              && (simple.sql().startsWith("ROLLBACK") || simple.sql().startsWith("COMMIT"));
      return !end && LEFT.get() >= 0 && LEFT.getAndDecrement() == 0;
    }
  }

  @BeforeAll
  static void start() throws IOException, SQLException {
    Cluster shared = SharedCluster.nodes();
    List<Node> nodes = new ArrayList<>(shared.nodes());
    nodes.set(Cluster.HOME, new Cancelling(shared.home()));
    String url =
        SharedCluster.serve(
            new Coordinator(
                new Cluster(nodes, shared.database(), shared.administrator()),
                new Planner()::plan,
                new SnapshotBarrier(true)));
    connection = DriverManager.getConnection(url + "?user=postgres&preferQueryMode=simple");
    SharedCluster.run(
        connection,
        "CREATE TABLE cancelled_fact (id integer PRIMARY KEY, other integer, price numeric)",
        "CREATE TABLE cancelled_part (id integer PRIMARY KEY, name text)",
        "SELECT create_distributed_table('cancelled_fact', 'id')",
        "SELECT create_reference_table('cancelled_part')",
        "INSERT INTO cancelled_fact SELECT i, i % 10, i FROM generate_series(1, 100) i",
        "INSERT INTO cancelled_part SELECT i, 'part ' || i FROM generate_series(1, 10) i",
        "CREATE VIEW cancelled_view AS SELECT other, sum(price) FROM cancelled_fact GROUP BY"
            + " other");
  }

  @AfterAll
  static void stop() throws SQLException {
    SharedCluster.run(connection, "ROLLBACK", "DROP TABLE cancelled_fact, cancelled_part CASCADE");
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT id FROM cancelled_fact WHERE price > 95 ORDER BY id",
        "SELECT other, sum(price) FROM cancelled_fact GROUP BY other ORDER BY 1",
        "SELECT avg(price), count(DISTINCT other) FROM cancelled_fact",
        "SELECT count(*) FROM cancelled_fact f JOIN cancelled_fact g ON f.id = g.other",
        "SELECT name, sum(price) FROM cancelled_part p LEFT JOIN cancelled_fact f"
            + " ON f.other = p.id GROUP BY name ORDER BY name",
        "SELECT * FROM cancelled_view v JOIN cancelled_part p ON v.other = p.id ORDER BY 1",
        "SELECT id, rank() OVER (ORDER BY price) FROM cancelled_fact WHERE id < 9 ORDER BY id",
        "SELECT count(*) FROM cancelled_fact WHERE other NOT IN (SELECT id FROM cancelled_part)",
        "WITH RECURSIVE r (id) AS (SELECT 1 UNION ALL SELECT f.id + 1 FROM r"
            + " JOIN cancelled_fact f USING (id) WHERE id < 9) SELECT count(*) FROM r",
        "UPDATE cancelled_fact f SET price = price FROM cancelled_part p WHERE p.id = f.other",
        "UPDATE cancelled_fact SET price = price WHERE other IN"
            + " (SELECT other FROM cancelled_fact GROUP BY other HAVING count(*) > 2)",
        "INSERT INTO cancelled_fact SELECT id + 1000, other, price FROM cancelled_fact"
            + " WHERE id > 1000",
        "INSERT INTO cancelled_fact VALUES (1, 1, 1) ON CONFLICT (id) DO UPDATE SET price ="
            + " (SELECT max(id) FROM cancelled_part) WHERE false",
        "DELETE FROM cancelled_part WHERE id NOT IN (SELECT id FROM cancelled_fact)",
      })
  void noQuestionTakesACancelForItsAnswer(String sql) throws SQLException {
    String plan = plan(sql);
    String answer = answer(sql);
    int questions = 0;
    for (boolean cancelled = true; cancelled; questions++) {
      // Nothing is known of it under a setting that is new.
      SharedCluster.run(connection, "SET application_name = 'question" + questions + "'");
      LEFT.set(questions);
      String outcome = outcome(sql);
      cancelled = LEFT.getAndSet(NEVER) < 0;

      assertThat(outcome).as("question %s", questions).isEqualTo(cancelled ? "57014" : answer);
      assertThat(plan(sql)).as("question %s", questions).isEqualTo(plan);
      assertThat(answer(sql)).as("question %s", questions).isEqualTo(answer);
    }
    assertThat(questions).isBetween(10, 200);
  }

  private static String outcome(String sql) throws SQLException {
    try {
      return answer(sql);
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private static String answer(String sql) throws SQLException {
    if (!sql.startsWith("SELECT") && !sql.startsWith("WITH")) {
      SharedCluster.run(connection, sql);
      return "";
    }
    return SharedCluster.rows(connection, sql).toString();
  }

  /** How it is answered, without the figures. */
  private static String plan(String sql) throws SQLException {
    return SharedCluster.rows(connection, "EXPLAIN " + sql).getFirst();
  }
}
