package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.execute.run.Binding;
import java.util.Map;
import java.util.TreeMap;

/**
 * What nodes are sent for runs that return rows. All of it must fit in what the system keeps for a
 * connection: it is sent before an answer is read, and a backend that waits until its answers are
 * read reads nothing. Neither a time limit nor a cancel ends that.
 */
final class SentBytes {
  /** What every system keeps, for one node. */
  private static final int MOST = 32 << 10;

  private static final int OF_RUN = 48;
  private static final int OF_VALUE = 8;

  private final Map<Integer, Integer> byNode = new TreeMap<>();

  /** Whether a node can be sent a run, too, which it is then counted to be. */
  boolean take(int node, Binding run) {
    int bytes = OF_RUN + Short.BYTES * run.resultFormats().length;
    for (byte[] value : run.values()) {
      bytes += OF_VALUE + (value == null ? 0 : value.length);
    }
    return byNode.merge(node, bytes, Integer::sum) <= MOST;
  }
}
