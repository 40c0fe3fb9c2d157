package io.argosy.coordinator.explain;

/** Times as EXPLAIN tells them. */
final class Milliseconds {
  private static final double NANOSECONDS = 1e6;

  private Milliseconds() {}

  static double of(long nanoseconds) {
    return nanoseconds / NANOSECONDS;
  }
}
