package io.argosy.lab.model;

/**
 * What is done with the data that is read.
 *
 * @param name what tables call it
 * @param speed bytes per second that a processor can do with it while they come, if it has nothing
 *     else to do; infinite for reading alone
 * @param afterwards bytes per second of what a processor can only do when it has read them all;
 *     infinite where nothing is left to do
 * @param delivery what becomes of the result where databases are not the client's own; it begins
 *     when the work is done if some is left for afterwards, and goes on beside it otherwise
 */
public record Work(String name, double speed, double afterwards, Delivery delivery) {
  /** Reading, and nothing else: whoever reads has the data. */
  public static final Work RAW = streaming("raw read", Double.POSITIVE_INFINITY, Delivery.NOTHING);

  public Work {
    if (!(speed > 0) || !(afterwards > 0)) {
      throw new IllegalArgumentException(
          "%s: speed %s, afterwards %s".formatted(name, speed, afterwards));
    }
  }

  /** Work that goes on while the data comes. */
  static Work streaming(String name, double speed, Delivery delivery) {
    return new Work(name, speed, Double.POSITIVE_INFINITY, delivery);
  }

  /** Whether some of it is left when all data has been read. */
  boolean finishesLater() {
    return afterwards < Double.POSITIVE_INFINITY;
  }

  /** The same on faster processors. */
  public Work scaled(double processorFactor) {
    return new Work(
        name,
        speed * processorFactor,
        afterwards * processorFactor,
        delivery.scaled(processorFactor));
  }
}
