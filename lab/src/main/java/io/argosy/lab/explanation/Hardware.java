package io.argosy.lab.explanation;

import io.argosy.lab.scaleout.Cores;
import io.argosy.lab.testbed.DataRate;
import io.argosy.lab.testbed.Throttles;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The machines of a cluster.
 *
 * @param nodes how many nodes
 * @param cores how much of a processor they have
 * @param disk how fast each node reads, all caches being cold; empty for warm ones
 */
public record Hardware(int nodes, Cores cores, Optional<DataRate> disk) {
  /** What each node is held to. */
  Throttles ofNode() {
    return new Throttles(OptionalDouble.of(cores.node()), disk, Optional.empty());
  }

  /** What the coordinator's machine is held to. */
  Throttles ofCoordinator() {
    return Throttles.ofCores(cores.coordinator());
  }

  @Override
  public String toString() {
    return "%d nodes, %s of a core, %s"
        .formatted(
            nodes, cores.node(), disk.map(rate -> "cold, " + rate).orElse("everything in caches"));
  }
}
