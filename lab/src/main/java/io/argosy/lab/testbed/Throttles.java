package io.argosy.lab.testbed;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What each machine of the testbed is held to. What is empty is as fast as the real machine.
 *
 * @param cores how much processor time its processes get together, in processors
 * @param disk how fast its processes read from the disk together; writes are not held back
 * @param network how fast it sends, and how fast it receives
 */
public record Throttles(OptionalDouble cores, Optional<DataRate> disk, Optional<DataRate> network) {
  /** The kernel's least quota is a millisecond per period. */
  public static final double FEWEST_CORES = 0.05;

  /** Nothing is held back. */
  public static final Throttles NONE =
      new Throttles(OptionalDouble.empty(), Optional.empty(), Optional.empty());

  /** A share of a processor alone is held back. */
  public static Throttles ofCores(double cores) {
    return new Throttles(OptionalDouble.of(cores), Optional.empty(), Optional.empty());
  }

  public Throttles {
    if (cores.isPresent() && !(cores.getAsDouble() >= FEWEST_CORES)) {
      throw new IllegalArgumentException("a machine needs at least " + FEWEST_CORES + " of a core");
    }
  }
}
