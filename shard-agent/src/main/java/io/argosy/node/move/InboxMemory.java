package io.argosy.node.move;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/** The memory that the inboxes of one engine share, and where they go when it is full. */
final class InboxMemory {
  private final long limit;
  private final Path directory;
  private final AtomicLong used = new AtomicLong();
  private final LongAdder spilled = new LongAdder();

  InboxMemory(long limit, Path directory) {
    this.limit = limit;
    this.directory = directory;
  }

  /** Where files are made. */
  Path directory() {
    return directory;
  }

  /** Takes so many bytes; false when they are not left. */
  boolean take(long bytes) {
    if (used.addAndGet(bytes) <= limit) {
      return true;
    }
    used.addAndGet(-bytes);
    return false;
  }

  void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }

  long used() {
    return used.get();
  }

  /** So many bytes went into a file. */
  void countSpilled(long bytes) {
    spilled.add(bytes);
  }

  long spilled() {
    return spilled.sum();
  }
}
