package io.argosy.tests.process;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** A client that has slots moved to other nodes at random, whatever is killed meanwhile. */
final class SlotMover implements AutoCloseable {
  private static final long BACK_OFF_NANOSECONDS = 50_000_000;

  /** Half of the slots that a node has, so that hardly any stays where it is for long. */
  private static final String MOVE =
      """
      SELECT move_slots(ARRAY(
        SELECT (o.slot - 1)::integer FROM argosy.slot_map m, unnest(m.owners) WITH ORDINALITY AS o (owner, slot)
        WHERE o.owner = %d AND hashint8(o.slot + %d) %% 2 = 0), 'node%d')\
      """;

  private final Deployment deployment;
  private final Random random;
  private final AtomicInteger moves = new AtomicInteger();
  private final Thread thread;
  private volatile boolean stopped;

  SlotMover(Deployment deployment, long seed) {
    this.deployment = deployment;
    this.random = new Random(seed);
    this.thread = Thread.ofPlatform().start(this::move);
  }

  private void move() {
    while (!stopped) {
      List<String> urls = deployment.urls();
      String url = urls.get(random.nextInt(urls.size()));
      try (Connection connection = DriverManager.getConnection(url);
          Statement statement = connection.createStatement()) {
        while (!stopped) {
          int nodes = members(statement);
          int source = random.nextInt(nodes);
          int target = (source + 1 + random.nextInt(nodes - 1)) % nodes;
          statement.execute(MOVE.formatted(source, random.nextInt(1000), target + 1));
          moves.incrementAndGet();
        }
      } catch (SQLException e) {
        // Something was killed, or writers did not let it come in.
        LockSupport.parkNanos(BACK_OFF_NANOSECONDS);
      }
    }
  }

  private static int members(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM argosy.nodes")) {
      rows.next();
      return rows.getInt(1);
    }
  }

  /** How many moves it was told have been done. */
  int moves() {
    return moves.get();
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    thread.join();
  }
}
