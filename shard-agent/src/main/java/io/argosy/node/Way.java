package io.argosy.node;

/** By which of a node's connections a backend is leased, where it has several. */
public enum Way {
  /**
   * Whichever costs a short statement least: without a process in between, where the node has such
   * a connection.
   */
  SHORTEST,

  /**
   * Through what runs beside the server, where anything does: it sends rows to other nodes, and
   * compresses what it answers.
   */
  AGENT
}
