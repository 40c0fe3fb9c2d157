package io.argosy.tests.histories;

/**
 * Which list.
 *
 * @param table it is in
 * @param number of its row
 * @param node that has the row; {@link #EVERY_NODE} in a replicated table
 */
record Key(String table, int number, int node) {
  static final int EVERY_NODE = -1;

  boolean besides(Key other) {
    return node != EVERY_NODE && node == other.node;
  }

  @Override
  public String toString() {
    return table + number + (node == EVERY_NODE ? "" : "@" + node);
  }
}
