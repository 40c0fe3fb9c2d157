package io.argosy.lab.explanation;

/** The words that EXPLAIN (RESOURCES) has for what time went to. */
final class TimeWords {
  /** A processor ran something. */
  static final String[] RUNNING = {"processor", "processor, in the kernel", "parallel workers"};

  static final String QUEUE = "waiting for a processor";
  static final String DISK = "disk";
  static final String PEERS = "waiting for who takes or sends rows";

  private TimeWords() {}
}
