package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;

/**
 * A table that is being taken over with the rows that the nodes have, in a READ COMMITTED
 * transaction of the session. First comes {@link #begin}.
 */
public final class Attachment {
  private final StatementRun run;
  private final NodeBackends backends;
  private final TableFact table;

  /**
   * @param table as the home node has it, which all nodes have; its partitions are taken over with
   *     it
   */
  public Attachment(StatementRun run, TableFact table) {
    this.run = run;
    this.backends = run.backends();
    this.table = table;
  }

  /**
   * Locks the table against writers on all nodes until the transaction ends, and sees that they
   * define it alike.
   *
   * @throws PostgresException 55000 saying what differs
   */
  public void begin() {
    for (int node : backends.cluster().positions()) {
      lock(backends.on(node));
    }
    backends.markTablesLocked();
    table.withPartitions(backends.home()).forEach(each -> Definitions.requireEqual(backends, each));
  }

  /** The home node first, as all that changes every node does. */
  private void lock(NodeSession session) {
    TextResult.run(session, "LOCK TABLE " + table.qualifiedName() + " IN SHARE ROW EXCLUSIVE MODE");
    // A policy would hide rows from what looks for them.
    if (TextResult.run(
            session,
            "SELECT pg_catalog.row_security_active("
                + Identifiers.literal(table.qualifiedName())
                + ")")
        .single()
        .equals("t")) {
      throw new PostgresException(
          "0A000",
          "row security hides rows of table " + table.qualifiedName() + " from this role",
          "Attach it as its owner or, where row security is forced on the owner, too, as a role"
              + " with BYPASSRLS that is a member of it.");
    }
  }

  /**
   * Sees that every node has the same rows.
   *
   * @throws PostgresException 55000 saying which has not
   */
  public void requireEqualCopies() {
    EqualCopies.require(backends, table);
    continueSequences();
  }

  /**
   * Sees that every row is on the node that owns it.
   *
   * @param column the distribution column
   * @param move whether to move the others
   * @throws PostgresException 55000 with the numbers of rows that are elsewhere; 23502 where a row
   *     has no key
   */
  public void ensurePlacement(TableFact.Column column, boolean move) {
    new RowPlacement(run, table, column).ensure(move);
    continueSequences();
  }

  private void continueSequences() {
    table
        .withPartitions(backends.home())
        .forEach(each -> SequenceValues.continueAtHome(backends, each));
  }
}
