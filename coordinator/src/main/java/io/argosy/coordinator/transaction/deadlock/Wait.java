package io.argosy.coordinator.transaction.deadlock;

import io.argosy.coordinator.transaction.deadlock.Party.Backend;

/**
 * On a node, one backend waits for another, by their process ids.
 *
 * @param node the node's position
 */
record Wait(int node, int waiter, int blocker) {
  Backend waiting() {
    return new Backend(node, waiter);
  }

  Backend blocking() {
    return new Backend(node, blocker);
  }
}
