package io.argosy.coordinator.health;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * {@code argosy.node_states} and {@code argosy.table_sizes}: tables on the home node, which are
 * written before they are read, and not more often than {@link #KEPT}. Thread-safe.
 */
public final class HealthTables {
  /** The table under {@code argosy.node_states}. */
  public static final String STATES = "node_state_records";

  /** {@code argosy.table_sizes}. */
  public static final String SIZES = "table_sizes";

  /** How old they may be, since nodes count their files for it. */
  static final Duration KEPT = Duration.ofSeconds(2);

  /** For so long who reads them waits for who writes them. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Cluster cluster;
  private final Written states;
  private final Written sizes;

  /**
   * @param slots which nodes own which
   */
  public HealthTables(Cluster cluster, Supplier<SlotMap> slots) {
    this.cluster = cluster;
    this.states = new Written(STATES, new NodeStates(cluster, slots)::rows);
    this.sizes = new Written(SIZES, new TableSizes(cluster)::rows);
  }

  /**
   * Writes down what nodes say of themselves.
   *
   * @throws io.argosy.protocol.message.PostgresException when the home node cannot be reached
   */
  public void writeStates() {
    states.write();
  }

  /** Writes down how large the nodes' parts of tables are; the same otherwise. */
  public void writeSizes() {
    sizes.write();
  }

  private final class Written {
    private final String table;
    private final Supplier<List<String>> rows;
    private final ReentrantLock lock = new ReentrantLock();
    private long writtenAt = System.nanoTime() - KEPT.toNanos();

    Written(String table, Supplier<List<String>> rows) {
      this.table = table;
      this.rows = rows;
    }

    void write() {
      if (!held()) {
        // Somebody is at it: what there is is shown.
        return;
      }
      try {
        if (System.nanoTime() - writtenAt >= KEPT.toNanos()) {
          replace(rows.get());
          writtenAt = System.nanoTime();
        }
      } finally {
        lock.unlock();
      }
    }

    private boolean held() {
      try {
        return lock.tryLock(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new PostgresException(PostgresError.CANCELLED, e);
      }
    }

    private void replace(List<String> values) {
      String script =
          "BEGIN; SET LOCAL lock_timeout = '5s'; LOCK TABLE argosy.%1$s IN SHARE ROW EXCLUSIVE MODE; DELETE FROM argosy.%1$s%2$s; COMMIT"
              .formatted(
                  table,
                  values.isEmpty()
                      ? ""
                      : "; INSERT INTO argosy."
                          + table
                          + " VALUES ("
                          + String.join("), (", values)
                          + ")");
      try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
        TextResult.run(home, script);
      }
    }
  }
}
