package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.metadata.SlotMaps;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.stream.Stream;

/**
 * The locks of a move of slots. Whoever writes a distributed table, or locks rows of it, has a lock
 * on the node that owns them, where the move has a stronger one. The rows of replicated tables that
 * they refer to must not go meanwhile; who writes those has them locked on the home node first.
 */
final class SlotMoveLocks {
  /** Keeps slots from moving, and tables from being placed. */
  static final String LOCK_MAP = "SELECT argosy.lock_slots()";

  private static final String TABLES =
      "SELECT relation, name FROM argosy.tables_placed('hash') ORDER BY name";
  private static final String REFERENCED = "SELECT name FROM argosy.referenced_replicas()";
  private static final String OBSTACLES = "SELECT * FROM argosy.obstacle_of_rows('hash')";

  private final Backends backends;
  private final PatientLocks locks;

  SlotMoveLocks(Backends backends) {
    this.backends = backends;
    this.locks = new PatientLocks(backends);
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
    return locks.take(
        List.of(home),
        "Transactions that place tables keep slots from moving until they end.",
        patience -> {
          patience.run(home, LOCK_MAP);
          return SlotMaps.of(TextResult.run(home, SlotMaps.QUESTION)).slots();
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
    return locks.take(
        Stream.of(backends.home(), giving, backends.on(target)).distinct().toList(),
        "Transactions that write for longer keep slots from moving.",
        patience -> {
          patience.lock(backends.home(), REFERENCED, "SHARE");
          // Functions that write behind the guard of a query hold it.
          patience.run(giving, LOCK_MAP);
          List<List<String>> tables = patience.lock(giving, TABLES, "EXCLUSIVE");
          requireNoObstacle(giving);
          return tables.stream().map(row -> TableFact.read(giving, row.getFirst())).toList();
        });
  }

  private static void requireNoObstacle(NodeSession source) {
    for (List<String> row : TextResult.run(source, OBSTACLES).rows()) {
      throw new PostgresException("0A000", "slots cannot move: " + row.get(0), row.get(1));
    }
  }
}
