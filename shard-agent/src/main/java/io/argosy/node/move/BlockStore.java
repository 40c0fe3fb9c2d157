package io.argosy.node.move;

import io.argosy.node.frame.Block;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Groups of blocks, each group whole tuples, in no particular order: in memory as long as there is
 * some, in a file otherwise. Files are read and written outside of the lock. Thread-safe.
 */
final class BlockStore {
  private static final Logger log = LoggerFactory.getLogger(BlockStore.class);

  private final InboxMemory memory;
  private final ReentrantLock lock = new ReentrantLock();
  private final Queue<List<Block>> inMemory = new ArrayDeque<>();
  private final Queue<List<SpillFile.Extent>> spilled = new ArrayDeque<>();
  private SpillFile file;
  private long held;
  private boolean closed;

  BlockStore(InboxMemory memory) {
    this.memory = memory;
  }

  /** Adds a group. Dropped when the store has been closed. */
  void add(List<Block> group) throws IOException {
    long size = size(group);
    if (memory.take(size)) {
      if (!keep(group, size)) {
        memory.giveBack(size);
      }
      return;
    }
    SpillFile target = file();
    if (target == null) {
      return;
    }
    List<SpillFile.Extent> extents = new ArrayList<>(group.size());
    for (Block block : group) {
      extents.add(target.write(block));
    }
    memory.countSpilled(size);
    lock.lock();
    try {
      spilled.add(extents);
    } finally {
      lock.unlock();
    }
  }

  private boolean keep(List<Block> group, long size) {
    lock.lock();
    try {
      if (!closed) {
        inMemory.add(group);
        held += size;
      }
      return !closed;
    } finally {
      lock.unlock();
    }
  }

  private SpillFile file() throws IOException {
    lock.lock();
    try {
      if (file == null && !closed) {
        file = SpillFile.create(memory.directory());
      }
      return file;
    } finally {
      lock.unlock();
    }
  }

  boolean isEmpty() {
    lock.lock();
    try {
      return inMemory.isEmpty() && spilled.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Takes a group, memory first since it is scarce; none when the store is empty. */
  List<Block> take() throws IOException {
    List<SpillFile.Extent> extents;
    SpillFile source;
    lock.lock();
    try {
      List<Block> group = inMemory.poll();
      if (group != null) {
        long size = size(group);
        held -= size;
        memory.giveBack(size);
        return group;
      }
      extents = spilled.poll();
      source = file;
    } finally {
      lock.unlock();
    }
    if (extents == null) {
      return List.of();
    }
    List<Block> group = new ArrayList<>(extents.size());
    for (SpillFile.Extent extent : extents) {
      group.add(source.read(extent));
    }
    return group;
  }

  private static long size(List<Block> group) {
    long size = 0;
    for (Block block : group) {
      size += block.bytes().length;
    }
    return size;
  }

  /** Frees everything. Does not wait for the file system. */
  void close() {
    SpillFile open;
    lock.lock();
    try {
      if (closed) {
        return;
      }
      closed = true;
      inMemory.clear();
      spilled.clear();
      memory.giveBack(held);
      held = 0;
      open = file;
    } finally {
      lock.unlock();
    }
    if (open != null) {
      Thread.ofVirtual().name("inbox-file-close").start(() -> close(open));
    }
  }

  private static void close(SpillFile file) {
    try {
      file.close();
    } catch (IOException e) {
      log.warn("the file of an inbox could not be closed", e);
    }
  }
}
