package io.argosy.tpcd.performance;

import java.util.Locale;

/** The two tests of the TPC's performance test. */
public enum TestKind {
  /** One stream alone: how fast is each query? */
  POWER,
  /** Several streams at once, and a stream of updates: how much work is done in a time? */
  THROUGHPUT;

  /** As commands and files are named. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
