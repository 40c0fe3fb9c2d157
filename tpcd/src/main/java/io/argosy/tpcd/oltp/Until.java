package io.argosy.tpcd.oltp;

/** When a client stops. */
@FunctionalInterface
public interface Until {
  /**
   * Whether to stop.
   *
   * @param transactions how many this client has executed
   * @param nanos since it began
   */
  boolean reached(long transactions, long nanos);

  /** After a time. */
  static Until seconds(double seconds) {
    return (transactions, nanos) -> nanos >= seconds * 1e9;
  }

  /** After so many transactions of each client. */
  static Until transactions(long count) {
    return (transactions, nanos) -> transactions >= count;
  }
}
