package io.argosy.tests.histories;

/** What a history can have that it should not have. */
enum Anomaly {
  /** A value that nobody has appended, or one twice. */
  GARBAGE,

  /** Two reads of a list of which neither is the beginning of the other. */
  INCOMPATIBLE_ORDER,

  /** A transaction does not see what it has appended itself, at the end of the list. */
  OWN_WRITE_MISSING,

  /** A cycle of transactions of which each has overwritten the one before. */
  G0,

  /** A value of a transaction that was rolled back has been read (G1a). */
  ABORTED_READ,

  /** A value has been read before the client of its transaction asked to commit it. */
  DIRTY_READ,

  /** A list has been read with a part of what one transaction has appended to it (G1b). */
  INTERMEDIATE_READ,

  /** A cycle of transactions of which each has overwritten or read the one before. */
  G1C,

  /** Of one transaction, some values are there in the end and others are not. */
  TORN_WRITE,

  /** A transaction whose client was told that it has committed has left nothing. */
  LOST_WRITE,

  /** One has read a list, and then appended to it behind something that it had not read. */
  LOST_UPDATE,

  /** One snapshot shows a transaction in one list and not in another. */
  FRACTURED_READ,

  /** The same in a READ COMMITTED transaction that has written before. */
  FRACTURED_READ_BEHIND_WRITE,

  /** The same where one node has both lists. */
  FRACTURED_READ_OF_ONE_NODE,

  /** A longer cycle with exactly one read of what was overwritten later. */
  G_SINGLE,

  /** A snapshot does not show what its taker could know to be committed before it was taken. */
  STALE_READ,

  /**
   * A snapshot does not show what an earlier one, or a transaction that had ended before, has seen.
   */
  BACKWARD_READ,

  /** SERIALIZABLE transactions that cannot be put into an order. */
  G2
}
