package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How long one attempt waits for all its locks together. Who waits behind one of them waits no
 * longer. Not thread-safe.
 */
final class Patience {
  private final long due;

  /** The tables that were in the way of attempts before, the last one first. */
  private final List<String> inTheWay;

  Patience(Duration time, List<String> inTheWay) {
    this.due = System.nanoTime() + time.toNanos();
    this.inTheWay = inTheWay;
  }

  /** Runs a statement that waits for locks. */
  TextResult run(NodeSession session, String sql) {
    return TextResult.run(session, "SET LOCAL lock_timeout = '" + milliseconds() + "ms'; " + sql);
  }

  private long milliseconds() {
    return Math.max(1, (due - System.nanoTime()) / 1_000_000);
  }

  /**
   * Locks tables. Those come first that were in the way before: transactions write them before
   * others, and then wait for the others behind this one, which would wait for them.
   *
   * @param question their names, last in each row; asked again, since others may have made or
   *     dropped some while this waited
   * @return its answer
   * @throws PostgresException 55P03 when one is not there in time
   */
  List<List<String>> lock(NodeSession session, String question, String mode) {
    List<List<String>> locked = List.of();
    List<List<String>> tables = TextResult.run(session, question).rows();
    while (!tables.equals(locked)) {
      lock(session, tables.stream().map(List::getLast).toList(), mode);
      locked = tables;
      tables = TextResult.run(session, question).rows();
    }
    return tables;
  }

  private void lock(NodeSession session, List<String> tables, String mode) {
    List<String> ordered = new ArrayList<>(tables);
    ordered.sort(Comparator.comparingInt(this::rank));
    try {
      TextResult.run(
          session,
          "SELECT argosy.lock_tables(ARRAY[%s]::pg_catalog.text[], '%s', %d)"
              .formatted(
                  ordered.stream().map(Identifiers::literal).collect(Collectors.joining(", ")),
                  mode,
                  milliseconds()));
    } catch (PostgresException e) {
      noteInTheWay(e.error());
      throw e;
    }
  }

  private int rank(String table) {
    int place = inTheWay.indexOf(table);
    return place < 0 ? inTheWay.size() : place;
  }

  private void noteInTheWay(PostgresError error) {
    error
        .table()
        .ifPresent(
            table -> {
              inTheWay.remove(table);
              inTheWay.addFirst(table);
            });
  }
}
