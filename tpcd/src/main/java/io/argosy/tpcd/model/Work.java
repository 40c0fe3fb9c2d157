package io.argosy.tpcd.model;

/**
 * What is done with the data that is read.
 *
 * @param name what tables call it
 * @param speed bytes per second that a processor can do with it while they come, if it has nothing
 *     else to do; infinite for reading alone
 * @param afterwards bytes per second of what a processor can only do when it has read them all;
 *     infinite where nothing is left to do
 * @param compressionFactor bytes read for each byte of the result; infinite where nothing is left
 */
public record Work(String name, double speed, double afterwards, double compressionFactor) {
  /** Reading, and nothing else: all data reaches whoever reads. */
  public static final Work RAW =
      new Work("raw read", Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, 1);

  public Work {
    if (!(speed > 0) || !(afterwards > 0) || !(compressionFactor >= 1)) {
      throw new IllegalArgumentException(
          "%s: speed %s, afterwards %s, compression factor %s"
              .formatted(name, speed, afterwards, compressionFactor));
    }
  }

  /** Work that goes on while the data comes. */
  static Work streaming(String name, double speed, double compressionFactor) {
    return new Work(name, speed, Double.POSITIVE_INFINITY, compressionFactor);
  }

  /** The same on faster processors. */
  public Work scaled(double processorFactor) {
    return new Work(name, speed * processorFactor, afterwards * processorFactor, compressionFactor);
  }
}
