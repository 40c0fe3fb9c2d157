package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.metadata.SlotMaps;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The locks of a move of slots. Whoever writes a distributed table, or locks rows of it, has a lock
 * on the node that owns them, where the move has a stronger one. The rows of replicated tables that
 * they refer to must not go meanwhile; who writes those has them locked on the home node first.
 *
 * <p>Writers wait behind a lock that is waited for, and the move may wait for one of them. So it
 * gives up soon, lets them pass, and tries again, with more patience each time.
 */
final class SlotMoveLocks {
  private static final String LOCK_MAP = "SELECT argosy.lock_slots()";

  private static final String TABLES =
      "SELECT relation, name FROM argosy.distributed_tables() ORDER BY name";
  private static final String REFERENCED = "SELECT name FROM argosy.referenced_replicas()";
  private static final String OBSTACLES = "SELECT * FROM argosy.slot_move_obstacle()";

  /** Of locks that were not there in time. */
  private static final String LOCK_NOT_AVAILABLE = "55P03";

  private static final int FIRST_PATIENCE = 20;
  private static final int MOST_PATIENCE = 500;

  /**
   * Longer than {@code deadlock_timeout}, when PostgreSQL stops an autovacuum that is in the way.
   */
  private static final int LAST_PATIENCE = 1500;

  private static final int ATTEMPTS = 15;
  private static final long NANOSECONDS = 1_000_000;

  private final Backends backends;

  SlotMoveLocks(Backends backends) {
    this.backends = backends;
  }

  /**
   * Locks the map until the transaction ends: two moves come one after the other, and none while a
   * table is placed.
   *
   * @return the map
   * @throws PostgresException 55P03 when others do not let it come in
   */
  SlotMap lockMap() {
    NodeSession home = backends.home();
    return patiently(
        List.of(home),
        "Transactions that place tables keep slots from moving until they end.",
        () -> {
          TextResult.run(home, LOCK_MAP);
          return SlotMaps.of(
                  backends.cluster().nodes().size(), TextResult.run(home, SlotMaps.QUESTION))
              .slots();
        });
  }

  /**
   * Locks the tables until the transaction ends.
   *
   * @return the distributed tables, as the node has them that gives slots
   * @throws PostgresException 55P03 when writers do not let it come in
   */
  List<TableFact> lockTables(int source, int target) {
    NodeSession giving = backends.on(source);
    return patiently(
        Stream.of(backends.home(), giving, backends.on(target)).distinct().toList(),
        "Transactions that write for longer keep slots from moving.",
        () -> {
          lock(backends.home(), REFERENCED, "SHARE");
          // Functions that write behind the guard of a query hold it.
          TextResult.run(giving, LOCK_MAP);
          List<List<String>> tables = lock(giving, TABLES, "EXCLUSIVE");
          requireNoObstacle(giving);
          return tables.stream().map(row -> TableFact.read(giving, row.getFirst())).toList();
        });
  }

  private <T> T patiently(List<NodeSession> sessions, String hint, Supplier<T> locks) {
    int patience = FIRST_PATIENCE;
    for (int attempt = 1; ; attempt++) {
      try {
        return attempt(sessions, patience, locks);
      } catch (PostgresException e) {
        if (!e.error().sqlState().equals(LOCK_NOT_AVAILABLE)) {
          throw e;
        }
        if (attempt == ATTEMPTS) {
          throw new PostgresException(e.error().withHint(hint), e);
        }
      }
      pause(patience);
      patience = attempt == ATTEMPTS - 1 ? LAST_PATIENCE : Math.min(2 * patience, MOST_PATIENCE);
    }
  }

  private static <T> T attempt(List<NodeSession> sessions, int patience, Supplier<T> locks) {
    sessions.forEach(
        session ->
            TextResult.run(
                session, "SAVEPOINT argosy_move; SET LOCAL lock_timeout = '" + patience + "ms'"));
    try {
      T locked = locks.get();
      // What comes now waits for definitions only.
      sessions.forEach(
          session ->
              TextResult.run(
                  session, "SET LOCAL lock_timeout = '5s'; RELEASE SAVEPOINT argosy_move"));
      return locked;
    } catch (PostgresException e) {
      sessions.forEach(
          session ->
              TextResult.run(
                  session, "ROLLBACK TO SAVEPOINT argosy_move; RELEASE SAVEPOINT argosy_move"));
      throw e;
    }
  }

  /** Others may have made or dropped tables while this waited. */
  private static List<List<String>> lock(NodeSession session, String question, String mode) {
    List<List<String>> locked = List.of();
    List<List<String>> tables = TextResult.run(session, question).rows();
    while (!tables.equals(locked)) {
      TextResult.run(
          session,
          "LOCK TABLE "
              + tables.stream().map(List::getLast).collect(Collectors.joining(", "))
              + " IN "
              + mode
              + " MODE");
      locked = tables;
      tables = TextResult.run(session, question).rows();
    }
    return tables;
  }

  private static void requireNoObstacle(NodeSession source) {
    for (List<String> row : TextResult.run(source, OBSTACLES).rows()) {
      throw new PostgresException("0A000", "slots cannot move: " + row.get(0), row.get(1));
    }
  }

  private void pause(int milliseconds) {
    backends
        .timeout()
        .waiting(
            () -> {
              LockSupport.parkNanos(milliseconds * NANOSECONDS);
              return true;
            });
  }
}
