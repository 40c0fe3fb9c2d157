package io.argosy.tests.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.node.frame.Frame;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Frames that are lost on their way, and answers that a peer forgets to give. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(300)
class LostAnswersTest {
  private static final int NODES = 2;
  private static final int ROWS = 3000;
  private static final Duration LONGEST = Duration.ofSeconds(20);

  private static final String READ = "SELECT count(*), sum(length(body)) FROM lost";
  private static final String MOVE =
      "SELECT count(*), min(b.id) FROM lost a JOIN lost b ON b.id = a.other WHERE b.body = a.body";
  private static final String CHANGE = "UPDATE lost SET v = v + 1";

  private final ForgetfulPeers peers = new ForgetfulPeers();
  private RelayedCluster cluster;

  /**
   * What is lost while a statement runs.
   *
   * @param after how many such frames come through before
   */
  private record Loss(Class<? extends Frame> type, int after, String sql) {
    @Override
    public String toString() {
      return type.getSimpleName() + " after " + after + " of " + sql;
    }
  }

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    cluster = RelayedCluster.start(directory, NODES, peers);
    try (Connection connection = cluster.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE lost (id int PRIMARY KEY, other int, v int, body text)");
      statement.execute("SELECT create_distributed_table('lost', 'id')");
      statement.execute(
          "INSERT INTO lost SELECT g, g %% 500, 0, repeat('x', 900) FROM generate_series(1, %d) g"
              .formatted(ROWS));
    }
  }

  @AfterAll
  void stop() throws IOException {
    cluster.close();
  }

  static Stream<Loss> answers() {
    return Stream.of(
        new Loss(Frame.Opened.class, 0, READ),
        new Loss(Frame.Response.class, 3, CHANGE),
        new Loss(Frame.Stored.class, 0, MOVE));
  }

  static Stream<Loss> otherAnswers() {
    return Stream.of(
        new Loss(Frame.Response.class, 0, READ),
        new Loss(Frame.InboxOpened.class, 0, MOVE),
        new Loss(Frame.Moved.class, 0, MOVE),
        new Loss(Frame.Request.class, 1, CHANGE));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void aForgottenAnswerIsNotWaitedForWithoutEnd(Loss loss) {
    lose(loss);
  }

  @ParameterizedTest
  @MethodSource("otherAnswers")
  @Tag("slow")
  void otherForgottenAnswersAreNotWaitedForWithoutEndEither(Loss loss) {
    lose(loss);
  }

  private void lose(Loss loss) {
    expectRows();
    AtomicInteger left = new AtomicInteger(loss.after + 1);
    peers.forget((direction, frame) -> loss.type.isInstance(frame) && left.decrementAndGet() == 0);
    expectEnd(loss.sql, loss.toString());
    peers.remember();
    expectRows();
  }

  @Test
  void aFrameThatIsLostOnTheWayEndsItsConnection() {
    for (boolean toAgent : new boolean[] {true, false}) {
      expectRows();
      AtomicInteger left = new AtomicInteger(4);
      cluster
          .relay(1)
          .follow(
              (direction, frame) -> {
                byte[] passed = peers.passed(direction, frame);
                boolean lost = direction.toAgent() == toAgent && left.decrementAndGet() == 0;
                return lost ? new byte[0] : passed;
              });
      expectEnd(CHANGE, CHANGE);
      // At the latest with the next Ping, which may be nobody's statement's.
      await().atMost(LONGEST).until(() -> left.get() < 0);
      cluster.relay(1).follow(peers);
    }
    expectRows();
  }

  private void expectEnd(String sql, String name) {
    long start = System.nanoTime();
    try (Connection connection = cluster.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      RelayedCluster.toldByCoordinator(e, Set.of("08006", "08007"));
    }
    assertThat(Duration.ofNanos(System.nanoTime() - start)).as(name).isLessThan(LONGEST);
  }

  /** As soon as what was lost has been noticed. */
  private void expectRows() {
    await().atMost(LONGEST).ignoreExceptions().untilAsserted(this::readRows);
  }

  private void readRows() throws SQLException {
    try (Connection connection = cluster.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT count(*), count(DISTINCT v) FROM lost")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(ROWS);
      assertThat(rows.getInt(2)).isEqualTo(1);
    }
  }
}
