package io.argosy.coordinator.statement.placement;

import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.cluster.SlotMap;
import io.argosy.coordinator.execute.move.TableMove;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.coordinator.session.transaction.TransactionModes.Isolation;
import io.argosy.node.CommandTag;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * {@code move_slots}: gives slots to another node, with the rows of all distributed tables that are
 * in them, in one transaction. On the node that gives them, writers of distributed tables wait
 * until it ends; readers do not. Whoever has planned by the older map finds that the catalog has
 * changed, and starts again; a transaction that keeps its snapshot goes on reading the rows where
 * they were.
 */
final class SlotMove {
  private final Backends backends;
  private final SlotMoveLocks locks;
  private final int target;
  private final List<Integer> wanted;

  /**
   * @param arguments what {@code argosy.move_slots_arguments} gives
   */
  SlotMove(Backends backends, JsonNode arguments) {
    this.backends = backends;
    this.locks = new SlotMoveLocks(backends);
    this.target = arguments.get("node").asInt();
    this.wanted =
        StreamSupport.stream(arguments.get("slots").spliterator(), false)
            .map(JsonNode::asInt)
            .distinct()
            .toList();
  }

  /**
   * Moves them.
   *
   * @return how many rows have moved
   * @throws PostgresException 0A000 when a table has triggers or rules that would fire for the rows
   *     even so, 22023 for slots of several nodes, 55P03 when writers do not let it come in
   */
  long run() {
    if (!backends.block().is(Isolation.READ_COMMITTED)) {
      throw new PostgresException(
          "25001",
          "slots move in READ COMMITTED transactions only",
          "SET default_transaction_isolation = 'read committed'.");
    }
    long begun = System.nanoTime();
    SlotMap slots = locks.lockMap();
    List<Integer> moving = wanted.stream().filter(slot -> slots.owner(slot) != target).toList();
    List<Integer> sources = moving.stream().map(slots::owner).distinct().toList();
    if (sources.isEmpty()) {
      return 0;
    }
    if (sources.size() > 1) {
      throw new PostgresException(
          "22023",
          "slots %d and %d are of different nodes"
              .formatted(moving.getFirst(), ofAnother(moving, slots)),
          "Move those of one node at a time, as argosy.rebalance_plan() has them.");
    }
    return move(moving, sources.getFirst(), begun);
  }

  private static int ofAnother(List<Integer> moving, SlotMap slots) {
    int first = slots.owner(moving.getFirst());
    return moving.stream().filter(slot -> slots.owner(slot) != first).findFirst().orElseThrow();
  }

  private long move(List<Integer> slots, int source, long begun) {
    backends.markTablesLocked();
    List<TableFact> tables = locks.lockTables(source, target);
    long locked = System.nanoTime();
    long moved = 0;
    for (TableFact table : tables) {
      moved += move(table, slots, source);
    }
    backends.runOnEach(
        "SELECT argosy.note_moved_slots('{%s}', %d)".formatted(numbers(slots), target));
    record(source, slots.size(), moved, locked - begun, System.nanoTime() - locked);
    return moved;
  }

  private void record(int source, int slots, long rows, long nanosForLocks, long nanosLocked) {
    TextResult.run(
        backends.home(),
        String.format(
            Locale.ROOT,
            "INSERT INTO argosy.slot_moves (source, target, slots, rows, lock_seconds,"
                + " move_seconds) VALUES (%s, %s, %d, %d, %.6f, %.6f)",
            Identifiers.literal(name(source)),
            Identifiers.literal(name(target)),
            slots,
            rows,
            nanosForLocks / 1e9,
            nanosLocked / 1e9));
  }

  private long move(TableFact table, List<Integer> slots, int source) {
    String key = Identifiers.quote(table.distributionColumn());
    String condition =
        " WHERE %s OPERATOR(pg_catalog.=) ANY ('{%s}'::pg_catalog.int8[])"
            .formatted(KeyType.of(table.keyType()).slotExpression(key), numbers(slots));
    List<String> columns = table.writableColumns();
    NodeSession from = asReplica(source);
    NodeSession to = asReplica(target);
    long copied =
        TableMove.copy(
            from,
            Request.Extended.of(
                "SELECT "
                    + Identifiers.list(columns)
                    + " FROM "
                    + table.qualifiedName()
                    + condition,
                1),
            to,
            table.qualifiedName(),
            columns);
    String delete = new PublishedDelete(from, table).sql(condition);
    long deleted =
        TextResult.run(from, delete).tags().stream()
            .filter(tag -> tag.startsWith("DELETE"))
            .mapToLong(CommandTag::rows)
            .sum();
    asOrigin(from);
    asOrigin(to);
    if (copied != deleted) {
      throw new PostgresException(
          "55000",
          "%d rows of table %s were copied to node %s, but %d were deleted on node %s"
              .formatted(copied, table.qualifiedName(), name(target), deleted, name(source)));
    }
    return copied;
  }

  /** The rows are the same as before: no trigger fires, no foreign key is checked. */
  private NodeSession asReplica(int node) {
    return withRole(backends.on(node), "replica");
  }

  private static void asOrigin(NodeSession session) {
    withRole(session, "origin");
  }

  private static NodeSession withRole(NodeSession session, String role) {
    TextResult.run(
        session, "SELECT pg_catalog.set_config('session_replication_role', '" + role + "', true)");
    return session;
  }

  private String name(int node) {
    return backends.cluster().nodes().get(node).name();
  }

  private static String numbers(List<Integer> slots) {
    return slots.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}
