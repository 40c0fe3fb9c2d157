package io.argosy.coordinator.transaction.deadlock;

import java.util.Comparator;

/** Who waits for a lock, or has one. */
public sealed interface Party {
  /**
   * A transaction over several nodes. Younger ones are greater, in the same order for all
   * coordinators.
   *
   * @param startedAt when it began, in milliseconds since 1970 by its coordinator's clock
   * @param coordinator a number of its coordinator's
   * @param number a number that its coordinator has given it alone
   */
  record Transaction(long startedAt, long coordinator, long number)
      implements Party, Comparable<Transaction> {
    private static final Comparator<Transaction> ORDER =
        Comparator.comparingLong(Transaction::startedAt)
            .thenComparingLong(Transaction::coordinator)
            .thenComparingLong(Transaction::number);

    @Override
    public int compareTo(Transaction other) {
      return ORDER.compare(this, other);
    }
  }

  /**
   * A backend of a node, whose transaction is only there as far as anybody knows.
   *
   * @param node the node's position
   * @param process its process id there
   */
  record Backend(int node, int process) implements Party {}
}
