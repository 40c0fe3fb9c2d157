package io.argosy.lab.testbed;

import java.util.function.Supplier;

/**
 * Repeats a measurement while the host of a virtual machine keeps too much processor time from it,
 * and says which one it has disturbed least. A loop asks {@link #goesOn} before each measurement
 * and {@link #isBest} after it. Used by one thread.
 */
public final class Repetition {
  /** What a quiet host keeps is less. */
  private static final double DISTURBED = 0.05;

  private static final int ATTEMPTS = 4;

  private final Supplier<StolenTime> clock;
  private StolenTime start;
  private int attempts;
  private double least = Double.POSITIVE_INFINITY;

  /** Asks the kernel. */
  public Repetition() {
    this(StolenTime::now);
  }

  Repetition(Supplier<StolenTime> clock) {
    this.clock = clock;
  }

  /**
   * What is measured.
   *
   * @param <T> its result
   * @param <E> how it fails
   */
  @FunctionalInterface
  public interface Measurement<T, E extends Exception> {
    T take() throws E;
  }

  /** Takes a measurement until it is undisturbed, a few times at most; gives the best. */
  public static <T, E extends Exception> T best(Measurement<T, E> measurement) throws E {
    T best = null;
    Repetition repetition = new Repetition();
    while (repetition.goesOn()) {
      T next = measurement.take();
      if (repetition.isBest()) {
        best = next;
      }
    }
    return best;
  }

  /** Whether to measure, for the first time or once more; the measurement begins with this. */
  public boolean goesOn() {
    if (attempts > 0 && (least <= DISTURBED || attempts == ATTEMPTS)) {
      return false;
    }
    attempts++;
    start = clock.get();
    return true;
  }

  /** Whether the measurement, which ends with this, is the least disturbed so far. */
  public boolean isBest() {
    double share = clock.get().since(start).share();
    if (share < least) {
      least = share;
      return true;
    }
    return false;
  }
}
