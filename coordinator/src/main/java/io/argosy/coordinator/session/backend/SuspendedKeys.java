package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.metadata.ForeignKey;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.coordinator.statement.SqlStatement;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.List;

/**
 * Rows that refer to each other are on different nodes while the rows of one table have moved and
 * those of the other have not. So their foreign keys are dropped before, and made again, which
 * checks all rows, when both tables have been placed. Until then the transaction does nothing but
 * that.
 */
public final class SuspendedKeys {
  private static final String SUSPENDED = "SELECT * FROM argosy.suspended_keys()";

  private static final String FOREIGN_KEY_VIOLATION = "23503";

  private final Backends backends;

  /** Those that the call has suspended and that no row uses, as name and source. */
  private final List<List<String>> unused = new ArrayList<>();

  public SuspendedKeys(Backends backends) {
    this.backends = backends;
  }

  /** Before the rows of a table are moved away from the home node. */
  public void beforeDistributing(TableFact table) {
    for (ForeignKey key : ForeignKey.of(backends.home(), table.oid())) {
      boolean used = key.otherUnplaced() && key.used(backends.home());
      boolean follows = !key.refers() && key.acts();
      if (key.itself() || used || follows || key.late()) {
        suspend(key, used);
      }
    }
  }

  /** Before a table has copies everywhere, which refer to what is at home. */
  public void beforeReplicating(TableFact table) {
    for (ForeignKey key : ForeignKey.of(backends.home(), table.oid())) {
      if (key.refers() && (key.otherUnplaced() || key.late())) {
        suspend(key, true);
      }
    }
  }

  private void suspend(ForeignKey key, boolean used) {
    if (!used) {
      unused.add(List.of(key.name(), key.source()));
    }
    TextResult.run(backends.home(), "SELECT argosy.suspend_key(" + key.oid() + ")");
    backends.runOnEach("ALTER TABLE " + key.source() + " DROP CONSTRAINT " + key.name());
  }

  /**
   * Makes those again whose tables are placed, or whose other table has no row that would refer to
   * anything.
   *
   * @param more whether more of the transaction is to come, which may place the others
   * @throws PostgresException 0A000 when one is left and nothing is to come
   */
  public void resume(boolean more) {
    List<List<String>> suspended = TextResult.run(backends.home(), SUSPENDED).rows();
    for (List<String> key : suspended) {
      boolean placed = key.get(5).equals("t");
      if (placed || unused.contains(List.of(key.get(1), key.get(2)))) {
        resume(key);
      } else if (!more) {
        throw unplaced(key);
      } else {
        backends.block().markKeysSuspended();
      }
    }
  }

  private void resume(List<String> key) {
    String name = key.get(1);
    String source = key.get(2);
    try {
      backends.runOnEach("ALTER TABLE " + source + " ADD CONSTRAINT " + name + " " + key.get(3));
    } catch (PostgresException e) {
      if (!e.error().sqlState().equals(FOREIGN_KEY_VIOLATION)) {
        throw e;
      }
      throw new PostgresException(
          PostgresError.of(
                  "0A000", "foreign key " + name + " of table " + source + " cannot be kept")
              .withDetail(e.error().message())
              .withHint("Distribute both tables by the columns of the foreign key, colocated."),
          e);
    }
    if (key.get(4) != null) {
      backends.runOnEach(
          "COMMENT ON CONSTRAINT "
              + name
              + " ON "
              + source
              + " IS "
              + Identifiers.literal(key.get(4)));
    }
    TextResult.run(
        backends.home(),
        "SELECT argosy.resume_key(" + key.get(0) + ", " + Identifiers.literal(key.get(1)) + ")");
  }

  /**
   * While some are suspended.
   *
   * @throws PostgresException 0A000 where a statement might do what they forbid
   */
  public static void require(SessionTransaction transaction, SqlStatement statement) {
    if (!statement.kind().is(StatementKind.Property.RUNS_BESIDE_SUSPENDED_KEYS)) {
      requireNone(transaction);
    }
  }

  /**
   * Before a transaction ends.
   *
   * @throws PostgresException 0A000 when some of its keys are suspended
   */
  public static void requireNone(SessionTransaction transaction) {
    TransactionBlock block = transaction.block();
    if (block == null || block.failed() || !block.keysSuspended()) {
      return;
    }
    TextResult.run(transaction.home(), SUSPENDED).rows().stream()
        .findFirst()
        .ifPresent(
            key -> {
              throw unplaced(key);
            });
  }

  private static PostgresException unplaced(List<String> key) {
    return new PostgresException("0A000", key.get(6), key.get(7));
  }
}
