package io.argosy.coordinator.session.backend;

import io.argosy.node.Way;

/** By which way the backends of a session are leased. Used by the session's thread. */
final class ChosenWay {
  private Way way = Way.SHORTEST;

  /** Whether nobody has asked for that way. */
  private boolean guessed;

  /** Whether rows are moved by the statement that runs, or by its transaction so far. */
  private boolean moves;

  /** Whether they were by the one before. */
  private boolean moved;

  Way way() {
    return way;
  }

  /** Whether it is an agent's that nobody has asked for, and that need not be. */
  boolean guessed() {
    return guessed;
  }

  /** From now on, backends are leased by the way that costs short statements least. */
  void shortest() {
    way = Way.SHORTEST;
    guessed = false;
  }

  /** From now on, they are leased through the nodes' agents, where these have any. */
  void agents() {
    way = Way.AGENT;
    guessed = false;
    moves = true;
  }

  /**
   * A client's transaction begins, of which nobody knows what it will do: that it does what the one
   * before has done is likely.
   */
  void asBefore() {
    way = moved ? Way.AGENT : Way.SHORTEST;
    guessed = moved;
  }

  /** A statement starts outside of a transaction, or one that begins one. */
  void startsOutside() {
    moved = moves;
    moves = false;
  }
}
