package io.argosy.coordinator.execute.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.agent.server.AgentServer;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.node.NodeSession;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A read over several nodes that waits for one's last backend holds up nobody's commit meanwhile:
 * who has that backend may be who wants to commit.
 */
@Timeout(60)
class NoBackendLeftTest extends SessionTest {
  private final List<NodeSession> taken = new ArrayList<>();
  private Connection writer;

  @BeforeEach
  void createTable() throws IOException, SQLException {
    run(
        "CREATE TABLE scarce (id int PRIMARY KEY, amount int)",
        "SELECT create_distributed_table('scarce', 'id')",
        "INSERT INTO scarce SELECT i, 10 FROM generate_series(1, 20) i");
    writer = SharedCluster.connect();
  }

  @AfterEach
  void dropTable() throws SQLException {
    taken.forEach(NodeSession::close);
    writer.close();
    run("ROLLBACK", "DROP TABLE scarce");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT sum(amount) FROM scarce",
        "SELECT id FROM scarce ORDER BY id",
        "SELECT s.id FROM scarce s JOIN scarce t ON s.id = t.amount",
        "SELECT sum(amount) FROM scarce TABLESAMPLE SYSTEM (100)"
      })
  void aCommitDoesNotWaitForAReadThatWaitsForABackend(String read) throws Exception {
    commitsWhileWaiting(read, 2);
  }

  /** The home node's rows are read where the last step is made of them. */
  @Test
  void aCommitDoesNotWaitForALastStepThatWaitsForABackend() throws Exception {
    commitsWhileWaiting("SELECT sum(amount) FROM scarce", Cluster.HOME);
  }

  /** Recoveries of other coordinators have a backend for a moment, now and then. */
  private void takeAll(AgentServer agent, int node) {
    await().during(Duration.ofMillis(200)).until(() -> !tookWhatWasLeft(agent, node));
  }

  private boolean tookWhatWasLeft(AgentServer agent, int node) throws IOException {
    int before = taken.size();
    while (agent.leased() < agent.poolUse().limit()) {
      taken.add(SharedCluster.session(node));
    }
    return taken.size() > before;
  }

  private void commitsWhileWaiting(String read, int node) throws Exception {
    List<String> expected = SharedCluster.rows(connection, read);
    SharedCluster.run(writer, "BEGIN", "UPDATE scarce SET amount = amount");
    AgentServer agent = SharedCluster.agent(node);
    takeAll(agent, node);
    try (ExecutorService reader = Executors.newSingleThreadExecutor()) {
      Future<List<String>> answer = reader.submit(() -> SharedCluster.rows(connection, read));
      await().until(() -> agent.poolUse().waiting() > 0);
      assertThat(answer.isDone()).isFalse();
      long start = System.nanoTime();
      SharedCluster.run(writer, "COMMIT");
      assertThat(System.nanoTime() - start).isLessThan(TimeUnit.SECONDS.toNanos(10));
      taken.removeLast().close();
      assertThat(answer.get()).containsExactlyInAnyOrderElementsOf(expected);
    }
  }
}
