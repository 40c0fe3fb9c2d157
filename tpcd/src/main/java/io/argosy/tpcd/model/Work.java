package io.argosy.tpcd.model;

/**
 * What is done with the data that is read.
 *
 * @param name what tables call it
 * @param speed bytes per second that a processor can do it with, if it has nothing else to do;
 *     infinite for reading alone
 * @param compressionFactor bytes read for each byte of the result; infinite where nothing is left
 */
public record Work(String name, double speed, double compressionFactor) {
  /** Reading, and nothing else: all data reaches whoever reads. */
  public static final Work RAW = new Work("raw read", Double.POSITIVE_INFINITY, 1);

  public Work {
    if (!(speed > 0) || !(compressionFactor >= 1)) {
      throw new IllegalArgumentException(
          name + ": speed " + speed + ", compression factor " + compressionFactor);
    }
  }

  /** The same on faster processors. */
  public Work scaled(double processorFactor) {
    return new Work(name, speed * processorFactor, compressionFactor);
  }
}
