package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.TextResult;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;

/**
 * The sequences of a table's columns. Through Argosy only those of the home node give values; until
 * now each node's have.
 */
final class SequenceValues {
  private SequenceValues() {}

  /**
   * Sets the home node's sequences to the last value that any node has given, so that they give
   * none of them again. As PostgreSQL's setval it is not undone by a rollback.
   */
  static void continueAtHome(NodeBackends backends, TableFact table) {
    String sql =
        "SELECT sequence, ascending, last_value FROM argosy.table_sequences("
            + Identifiers.literal(table.qualifiedName())
            + ")";
    List<List<List<String>>> sequences =
        EachNode.run(backends, node -> sql).stream().map(TextResult::rows).toList();
    List<List<String>> home = sequences.get(Cluster.HOME);
    for (int i = 0; i < home.size(); i++) {
      int index = i;
      boolean ascending = home.get(i).get(1).equals("t");
      LongStream given =
          sequences.stream()
              .map(node -> node.get(index).get(2))
              .filter(value -> value != null)
              .mapToLong(Long::parseLong);
      OptionalLong last = ascending ? given.max() : given.min();
      if (last.isPresent() && !Long.toString(last.getAsLong()).equals(home.get(i).get(2))) {
        TextResult.run(
            backends.home(),
            "SELECT pg_catalog.setval("
                + Identifiers.literal(home.get(i).get(0))
                + ", "
                + last.getAsLong()
                + ")");
      }
    }
  }
}
