package io.argosy.lab.explanation;

import java.util.Map;

/**
 * A part of the path that made a query take as long as it did.
 *
 * @param extent who did it
 * @param step the name of its stage, or that of its {@linkplain #loadOf load}; empty for others
 * @param milliseconds what they went to, by the words that EXPLAIN has for it
 * @param processor milliseconds for which all processes that did it were on a processor, parallel
 *     workers included
 * @param diskBytes what was read from the node's disk
 */
record PathPart(
    Extent extent,
    String step,
    Map<String, Double> milliseconds,
    double processor,
    long diskBytes) {
  /** Who does something. */
  enum Extent {
    /** All nodes at the same time, each for its own rows. */
    ALL_NODES,
    /** A single node, while the others wait. */
    ONE_NODE,
    /** The coordinator. */
    COORDINATOR
  }

  PathPart {
    milliseconds = Map.copyOf(milliseconds);
  }

  /** Under which name it is known what of loading a stage's rows is the same on all nodes. */
  static String loadOf(String step) {
    return step + " load";
  }

  /** Whether it is one of nodes, and not of the coordinator. */
  boolean isOfNodes() {
    return extent != Extent.COORDINATOR;
  }

  /** Milliseconds of some causes together. */
  double of(String... causes) {
    double sum = 0;
    for (String cause : causes) {
      sum += milliseconds.getOrDefault(cause, 0.0);
    }
    return sum;
  }

  /** All milliseconds. */
  double all() {
    return milliseconds.values().stream().mapToDouble(Double::doubleValue).sum();
  }
}
