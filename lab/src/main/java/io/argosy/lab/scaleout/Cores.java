package io.argosy.lab.scaleout;

/**
 * How much of a processor the machines of a cluster have.
 *
 * @param node each of the nodes
 * @param coordinator the coordinator's machine
 */
public record Cores(double node, double coordinator) {
  /** What a cluster of so many nodes has altogether. */
  public double ofAll(int nodes) {
    return node * nodes + coordinator;
  }
}
