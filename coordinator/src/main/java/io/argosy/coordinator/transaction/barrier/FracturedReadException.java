package io.argosy.coordinator.transaction.barrier;

import io.argosy.protocol.message.PostgresException;
import java.util.Map;
import java.util.Set;

/**
 * 40001: the snapshots of a read see a transaction of another coordinator on some of its nodes only
 * (a fractured read: Bailis et al., "Scalable Atomic Visibility with RAMP Transactions", 2014).
 */
public final class FracturedReadException extends PostgresException {
  private static final long serialVersionUID = 1L;

  private final transient Map<String, Parts> transactions;

  /**
   * The nodes of a transaction, by their positions.
   *
   * @param all those that take part
   * @param read those of them that the read has asked
   */
  public record Parts(Set<Integer> all, Set<Integer> read) {}

  /**
   * @param transactions by their names; none where it cannot be known whether there are any
   */
  public FracturedReadException(Map<String, Parts> transactions) {
    super(
        "40001",
        "the nodes' snapshots do not fit together: another coordinator was committing",
        "Try the transaction again.");
    this.transactions = Map.copyOf(transactions);
  }

  /** Before these have ended, others will see the same. */
  public Map<String, Parts> transactions() {
    return transactions;
  }
}
