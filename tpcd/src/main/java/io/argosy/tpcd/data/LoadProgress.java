package io.argosy.tpcd.data;

/** Told how far a load is. Called by several threads at once, every few thousand rows. */
@FunctionalInterface
public interface LoadProgress {
  /** Ignores it. */
  LoadProgress NONE = (step, done, total) -> {};

  /**
   * @param step what is being done, for a person to read
   * @param done rows sent so far
   * @param total rows that there will be; an estimate until the last call, where it equals done
   */
  void report(String step, long done, long total);
}
