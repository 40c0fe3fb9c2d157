package io.argosy.node;

/** Which inboxes a row of a query goes to. */
public enum Routing {
  /** To every one: a broadcast, or a gathering where there is one inbox only. */
  TO_ALL,

  /**
   * To the one whose position in the list, from 0, is the value of the query's last column: an int4
   * that is never NULL, and that is not part of the row that is sent.
   */
  BY_LAST_COLUMN
}
