package io.argosy.tpcd.oltp;

/** Told of transactions. Called by all clients' threads, which wait for it. */
@FunctionalInterface
public interface TransactionObserver {
  /** Hears nothing. */
  TransactionObserver NONE = (begun, ended, retries) -> {};

  /**
   * A client has executed one.
   *
   * @param begun when, in the nanoseconds of {@link System#nanoTime}
   * @param ended when, in the same
   * @param retries how often it was tried again
   */
  void executed(long begun, long ended, int retries);
}
