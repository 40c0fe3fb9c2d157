package io.argosy.coordinator.transaction.recovery;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.transaction.commit.CommitRecords;
import io.argosy.coordinator.transaction.commit.GlobalTransactionId;
import io.argosy.coordinator.transaction.commit.InDoubt;
import io.argosy.coordinator.transaction.commit.PreparedTransactions;
import io.argosy.coordinator.transaction.commit.PreparedTransactions.Answers;
import io.argosy.coordinator.transaction.commit.PreparedTransactions.Part;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * {@code argosy.transactions}: what the nodes have prepared. It is an ordinary table on the home
 * node, which is written before it is read, so that PostgreSQL can do with it what it does with
 * tables.
 */
public final class TransactionsTable {
  private final Cluster cluster;
  private final Coordinators coordinators;
  private final CommitRecords records;
  private final PreparedTransactions prepared;
  private final InDoubt inDoubt;

  public TransactionsTable(
      Cluster cluster,
      Coordinators coordinators,
      CommitRecords records,
      PreparedTransactions prepared,
      InDoubt inDoubt) {
    this.cluster = cluster;
    this.coordinators = coordinators;
    this.records = records;
    this.prepared = prepared;
    this.inDoubt = inDoubt;
  }

  /**
   * Asks all nodes and writes down what they have prepared. Of a node that cannot be asked, what
   * this coordinator knows is written.
   *
   * @return a warning for each node that cannot be asked
   * @throws PostgresException when the home node cannot be reached
   */
  public List<PostgresError> write() {
    Answers answers = prepared.onAll();
    List<PostgresError> warnings = new ArrayList<>();
    List<Part> parts = new ArrayList<>(answers.parts());
    answers
        .lost()
        .forEach(
            (node, failure) -> {
              inDoubt.on(node).forEach(id -> parts.add(new Part(id, node, null)));
              warnings.add(
                  PostgresError.of(
                          "WARNING",
                          "08006",
                          "node \""
                              + cluster.nodes().get(node).name()
                              + "\" cannot be asked what it has prepared")
                      .withDetail(failure.error().message()));
            });
    replace(parts, coordinators.entries(), records.all());
    return warnings;
  }

  private void replace(
      List<Part> parts, Map<Long, Boolean> entries, Set<GlobalTransactionId> committed) {
    StringBuilder script =
        new StringBuilder(
            "BEGIN; LOCK TABLE argosy.transactions IN SHARE ROW EXCLUSIVE MODE;"
                + " DELETE FROM argosy.transactions");
    for (Part part : parts) {
      GlobalTransactionId id = part.id();
      Boolean alive = entries.get(id.coordinator());
      String decision =
          committed.contains(id) ? "'committed'" : alive == null ? "'rolled back'" : "NULL";
      script
          .append("; INSERT INTO argosy.transactions VALUES (")
          .append(Identifiers.literal(id.text()))
          .append(", ")
          .append(Identifiers.literal(cluster.nodes().get(part.node()).name()))
          .append(", ")
          .append(Identifiers.literal(id.role()))
          .append(", ")
          .append(part.since() == null ? "NULL" : Identifiers.literal(part.since()))
          .append(", ")
          .append(alive != null && alive)
          .append(", ")
          .append(decision)
          .append(')');
    }
    try (NodeSession home = cluster.openAsAdministrator(cluster.home())) {
      TextResult.run(home, script + "; COMMIT");
    }
  }
}
