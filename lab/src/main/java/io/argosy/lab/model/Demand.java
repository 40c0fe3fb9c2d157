package io.argosy.lab.model;

/**
 * What one step of processing takes of a resource.
 *
 * @param step what is done with the data
 * @param passes how many bytes go through it for each byte of the whole stream
 * @param speed bytes per second that go through it if it has the resource for itself; infinite for
 *     a step that costs nothing
 */
public record Demand(String step, double passes, double speed) {
  public Demand {
    if (!(passes >= 0) || !(speed > 0)) {
      throw new IllegalArgumentException(step + ": " + passes + " passes at " + speed);
    }
  }

  /** The part of the resource that one byte per second takes. */
  double share() {
    return passes / speed;
  }
}
