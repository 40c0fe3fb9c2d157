package io.argosy.tpcd.performance;

/** A clock that goes on from what it showed when the test was interrupted. */
final class TestClock {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double shown;
  private final long started = System.nanoTime();

  /**
   * @param shown seconds at which it starts
   */
  TestClock(double shown) {
    this.shown = shown;
  }

  /** Seconds, without the times at which no process ran the test. */
  double seconds() {
    return shown + (System.nanoTime() - started) / NANOS_PER_SECOND;
  }
}
