package io.argosy.tpcd.model;

/** What another process has used of the processors. */
final class ProcessorTime {
  private ProcessorTime() {}

  /**
   * In seconds, since it was started.
   *
   * @throws java.util.NoSuchElementException where the system does not tell
   */
  static double seconds(ProcessHandle process) {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }
}
