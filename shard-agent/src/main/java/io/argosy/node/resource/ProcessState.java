package io.argosy.node.resource;

/** What a process does at a moment, as proc_pid_stat(5) tells it. */
enum ProcessState {
  /** It waits until a disk has done something. */
  WAITS_FOR_DISK,
  /** It waits for something else than a processor or a disk. */
  SLEEPS,
  /** It runs, or could. */
  RUNS,
  /** There is no such process any more. */
  ENDED;

  /**
   * @param letter by which Linux calls it; 0 when it tells nothing of the process
   */
  static ProcessState of(char letter) {
    return switch (letter) {
      case 0, 'Z', 'X' -> ENDED;
      case 'D' -> WAITS_FOR_DISK;
      case 'S' -> SLEEPS;
      default -> RUNS;
    };
  }
}
