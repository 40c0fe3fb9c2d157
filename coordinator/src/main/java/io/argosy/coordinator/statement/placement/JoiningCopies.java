package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.move.TableMove;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Copies of all replicated tables for a server that joins. They are made while others write the
 * tables; once these have to wait, only what has changed since is copied again. Used by the
 * session's thread.
 */
final class JoiningCopies {
  /** The replicated tables: object id, and name. */
  static final String TABLES =
      "SELECT relation, name FROM argosy.tables_placed('replicated') ORDER BY name";

  private static final String OBSTACLES = "SELECT * FROM argosy.obstacle_of_rows('replicated')";

  /**
   * Which versions of rows a snapshot shows of a table. An update makes another one, and where a
   * version was deleted, another transaction's may be.
   */
  private static final String VERSIONS =
      "SELECT pg_catalog.count(*), pg_catalog.bit_xor(pg_catalog.hashtidextended(ctid,"
          + " (tableoid::pg_catalog.int8 OPERATOR(pg_catalog.<<) 31) OPERATOR(pg_catalog.#)"
          + " xmin::pg_catalog.text::pg_catalog.int8)) FROM ";

  private final NodeSession joining;

  /** Of which versions there are copies, by the tables' names. */
  private final Map<String, List<String>> copied = new HashMap<>();

  /** The tables that had changed when that was looked at last. */
  private List<String> changing = List.of();

  private long rows;
  private long locked;

  JoiningCopies(NodeSession joining) {
    this.joining = joining;
  }

  /**
   * Copies the tables that have changed since they were copied, all of them the first time.
   *
   * @param home a session on the home node whose statements see the same rows
   * @return whether there were any
   * @throws PostgresException 0A000 when triggers or rules would be set off even so
   */
  boolean update(NodeSession home) {
    requireNoObstacle(home);
    List<String> changed = new ArrayList<>();
    for (List<String> row : TextResult.run(home, TABLES).rows()) {
      if (update(home, row.get(0), row.get(1))) {
        changed.add(row.get(1));
      }
    }
    changing = changed;
    return !changed.isEmpty();
  }

  /**
   * Locks all tables until the transaction ends, and copies what has changed since. Those come
   * first that nobody seems to write: to see that of a large table takes its time.
   *
   * @throws PostgresException 0A000 as {@link #update}; 55P03 when a lock is not there in time
   */
  void lockAndUpdate(NodeSession home) {
    requireNoObstacle(home);
    List<List<String>> tables = TextResult.run(home, TABLES).rows();
    Map<Boolean, List<List<String>>> written =
        tables.stream().collect(Collectors.partitioningBy(row -> changing.contains(row.get(1))));
    lock(home, written.get(false));
    written.get(false).forEach(row -> update(home, row.get(0), row.get(1)));
    lock(home, tables);
    locked = System.nanoTime();
    written.get(true).forEach(row -> update(home, row.get(0), row.get(1)));
  }

  private static void requireNoObstacle(NodeSession home) {
    for (List<String> row : TextResult.run(home, OBSTACLES).rows()) {
      throw new PostgresException("0A000", "rows cannot be copied: " + row.get(0), row.get(1));
    }
  }

  private static void lock(NodeSession home, List<List<String>> tables) {
    if (!tables.isEmpty()) {
      TextResult.run(
          home,
          "LOCK TABLE "
              + tables.stream().map(List::getLast).collect(Collectors.joining(", "))
              + " IN SHARE MODE");
    }
  }

  private boolean update(NodeSession home, String oid, String name) {
    List<String> versions = TextResult.run(home, VERSIONS + name).rows().getFirst();
    List<String> before = copied.put(name, versions);
    if (versions.equals(before)) {
      return false;
    }
    if (before != null) {
      TextResult.run(joining, "DELETE FROM " + name);
      rows -= Long.parseLong(before.getFirst());
    }
    List<String> columns = TableFact.read(home, oid).writableColumns();
    rows +=
        TableMove.copy(
            home,
            Request.Extended.of("SELECT " + Identifiers.list(columns) + " FROM " + name, 1),
            joining,
            name,
            columns);
    TextResult.run(joining, "ANALYZE " + name);
    return true;
  }

  /** For how long writers of all tables have waited. */
  long millisecondsLocked() {
    return (System.nanoTime() - locked) / 1_000_000;
  }

  /** How many rows there are in the copies. */
  long rows() {
    return rows;
  }
}
