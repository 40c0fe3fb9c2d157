package io.argosy.node;

/** Which of a node's servers a backend may belong to. */
public enum ReadFrom {
  /** The primary, the only one that can write. */
  PRIMARY,
  /**
   * A standby, or the primary where no standby answers. What a standby shows may be a little older,
   * and it has no temporary tables.
   */
  PREFER_REPLICA
}
