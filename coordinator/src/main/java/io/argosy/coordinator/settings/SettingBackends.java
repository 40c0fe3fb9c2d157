package io.argosy.coordinator.settings;

import io.argosy.coordinator.session.transaction.TransactionBlock;
import io.argosy.node.NodeSession;
import java.util.Collection;

/** The backends of a session as far as changes of its settings concern them. */
public interface SettingBackends {
  /** The home node's, which has been asked for the change. */
  NodeSession asked();

  /** Those that take part in the transaction. */
  Collection<NodeSession> joinedSessions();

  /** The current transaction, or null. */
  TransactionBlock block();
}
