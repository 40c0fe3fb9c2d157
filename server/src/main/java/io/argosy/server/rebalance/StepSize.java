package io.argosy.server.rebalance;

import java.time.Duration;

/**
 * How many slots move at a time. A step reads the tables once, unless an index finds a slot's rows,
 * and then copies as many rows as it has slots: so its time is taken to be {@code fixed + slots *
 * each}, as the last two steps of different sizes show it. It is to take no longer than wanted; but
 * where reading alone takes longer than half of that, twice as long as reading, since many smaller
 * steps would read the same again and again. Not thread-safe.
 */
final class StepSize {
  private static final int MOST = 256;

  /** From one step to the next: what two steps tell is not certain. */
  private static final int GROWTH = 2;

  private final double wanted;
  private int slots = 1;
  private int measured;
  private double seconds;
  private double fixed;
  private double each;

  /**
   * @param wanted how long a step is to take at most
   */
  StepSize(Duration wanted) {
    this.wanted = wanted.toNanos() / 1e9;
  }

  /** How many slots the next step is to have at most. */
  int slots() {
    return slots;
  }

  /** A step has taken so long. */
  void took(int moved, Duration time) {
    double now = time.toNanos() / 1e9;
    if (measured == 0) {
      // Two sizes are needed to tell the parts of a step's time.
      slots = GROWTH * moved;
    } else {
      if (moved != measured) {
        each = Math.max((now - seconds) / (moved - measured), 0);
      }
      fixed = Math.max(now - each * moved, 0);
      double longest = Math.max(wanted, 2 * fixed);
      double fitting = each > 0 ? (longest - fixed) / each : MOST;
      slots = (int) Math.clamp(Math.floor(fitting), 1, Math.min(MOST, GROWTH * moved));
    }
    measured = moved;
    seconds = now;
  }

  /** How long a step takes that moves hardly anything. */
  Duration fixed() {
    return Duration.ofNanos((long) (fixed * 1e9));
  }
}
