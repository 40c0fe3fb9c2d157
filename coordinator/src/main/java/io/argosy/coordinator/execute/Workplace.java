package io.argosy.coordinator.execute;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.coordinator.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;

/**
 * A backend of the home node in which a statement may make temporary tables. It is the session's
 * own inside a transaction that may write, and where the session has temporary tables there;
 * otherwise one more, so that the session's own can run a fragment at the same time.
 */
public final class Workplace implements AutoCloseable {
  private final NodeBackends backends;
  private final NodeSession session;
  private final boolean ownBackend;
  private final boolean ownTransaction;
  private final List<String> temporaryTables = new ArrayList<>();
  private boolean finished;

  public Workplace(NodeBackends backends) {
    this.backends = backends;
    this.ownTransaction = backends.readOnly() || !backends.inTransaction();
    this.ownBackend = backends.readOnly() || (ownTransaction && !backends.homePinned());
    this.session = ownBackend ? backends.open(Cluster.HOME) : backends.home();
    if (ownTransaction) {
      TextResult.run(session, "BEGIN READ WRITE");
    }
  }

  /** The backend. */
  public NodeSession session() {
    return session;
  }

  /**
   * Makes a temporary table.
   *
   * @param name its name as SQL
   * @param definition the statement that creates it, ON COMMIT DROP
   */
  public void create(String name, String definition) {
    TextResult.run(session, definition);
    temporaryTables.add(name);
  }

  /** The statement has succeeded: what it made is dropped. */
  public void finish() {
    if (!finished) {
      finished = true;
      if (ownTransaction) {
        TextResult.run(session, "COMMIT");
      } else if (!temporaryTables.isEmpty()) {
        TextResult.run(session, "DROP TABLE " + String.join(", ", temporaryTables) + " CASCADE");
      }
      giveBack();
    }
  }

  /** The statement has ended in whatever way. */
  @Override
  public void close() {
    if (!finished) {
      finished = true;
      if (ownTransaction) {
        TextResult.run(session, "ROLLBACK");
      } else if (session.transactionStatus() == 'T' && !temporaryTables.isEmpty()) {
        TextResult.run(session, "DROP TABLE " + String.join(", ", temporaryTables) + " CASCADE");
      }
      giveBack();
    }
  }

  private void giveBack() {
    if (ownBackend) {
      backends.close(session);
    }
  }
}
