package io.argosy.coordinator.explain.advice;

/** Amounts as PostgreSQL's pg_size_pretty writes them. */
final class Amounts {
  private static final String[] UNITS = {"bytes", "kB", "MB", "GB", "TB", "PB"};
  private static final int STEP = 1024;

  /** PostgreSQL takes the next unit at so many of the one before. */
  private static final int MOST = 10 * STEP;

  private Amounts() {}

  static String bytes(long bytes) {
    long amount = bytes;
    int unit = 0;
    while (amount >= MOST && unit < UNITS.length - 1) {
      amount /= STEP;
      unit++;
    }
    return amount + " " + UNITS[unit];
  }
}
