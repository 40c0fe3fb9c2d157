package io.argosy.node.resource;

/**
 * How much of a processor the requests of a backend use for each nanosecond that they last, as
 * counted for those between the last two looks at it. Not thread-safe.
 */
final class UseEstimate {
  private ProcessCounters counted;
  private long elapsed;
  private double processorShare;
  private double queueShare;

  /** A request has ended that lasted so many nanoseconds. */
  void ended(long nanoseconds) {
    elapsed += nanoseconds;
  }

  /** Whether requests have ended of which nothing has been counted yet. */
  boolean isOwed() {
    return elapsed > 0;
  }

  /** What has been counted by now, the requests that have ended among it. */
  void counted(ProcessCounters counters) {
    if (counted != null && elapsed > 0) {
      processorShare = share(counters.processor() - counted.processor());
      queueShare = share(counters.queue() - counted.queue());
    }
    counted = counters;
    elapsed = 0;
  }

  private double share(long nanoseconds) {
    return Math.clamp((double) nanoseconds / elapsed, 0, 1);
  }

  /**
   * What will be counted behind a request, as far as can be told. The next look makes it good.
   *
   * @param before what was counted or estimated before it
   * @param nanoseconds for which it lasted
   */
  ProcessCounters after(ProcessCounters before, long nanoseconds) {
    return before.plus(
        Math.round(processorShare * nanoseconds), Math.round(queueShare * nanoseconds));
  }
}
