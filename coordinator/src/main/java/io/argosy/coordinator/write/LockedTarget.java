package io.argosy.coordinator.write;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * A table that rows are about to be copied into, which no guard is asked with: it is locked as an
 * INSERT does, with the guard of the statement, so that it stays as it was found to be, and its
 * rows where they belong.
 */
public final class LockedTarget {
  private LockedTarget() {}

  /**
   * Locks it until the transaction ends, which has begun.
   *
   * @param columns those that rows give values for, of which the role may be allowed to write no
   *     others
   * @throws io.argosy.protocol.message.PostgresException AR001 when it has become another one in
   *     between, or slots have moved
   */
  public static void on(
      Collection<Integer> nodes, NodeBackends backends, TableFact table, List<String> columns) {
    Request rehearsal = new Request.Rehearsal(Binding.none().request(insert(table, columns)));
    for (int node : nodes) {
      TextResult.run(backends.on(node), rehearsal);
    }
  }

  /** Into these columns, so that only defaults of others are looked at, as COPY does. */
  private static String insert(TableFact table, List<String> columns) {
    List<String> written =
        table.writableColumns().containsAll(columns)
            ? columns.stream().distinct().toList()
            : table.writableColumns();
    return written.isEmpty()
        ? "INSERT INTO " + table.qualifiedName() + " DEFAULT VALUES"
        : "INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s WHERE false"
            .formatted(
                table.qualifiedName(),
                Identifiers.list(written),
                String.join(", ", Collections.nCopies(written.size(), "NULL")));
  }
}
