package io.argosy.node.sample;

import io.argosy.node.MachineSample;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/** The last samples, so many at most. Thread-safe. */
final class SampleRing {
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<MachineSample> samples = new ArrayDeque<>();

  SampleRing(int capacity) {
    this.capacity = capacity;
  }

  void add(MachineSample sample) {
    lock.lock();
    try {
      if (samples.size() == capacity) {
        samples.removeFirst();
      }
      samples.addLast(sample);
    } finally {
      lock.unlock();
    }
  }

  Optional<MachineSample> last() {
    lock.lock();
    try {
      return Optional.ofNullable(samples.peekLast());
    } finally {
      lock.unlock();
    }
  }

  /** The last ones that ended later than a time, so many at most; the oldest first. */
  List<MachineSample> since(Instant time, int most) {
    List<MachineSample> found = new ArrayList<>();
    lock.lock();
    try {
      Iterator<MachineSample> backwards = samples.descendingIterator();
      while (found.size() < most && backwards.hasNext()) {
        MachineSample sample = backwards.next();
        if (!sample.at().isAfter(time)) {
          break;
        }
        found.add(sample);
      }
    } finally {
      lock.unlock();
    }
    return found.reversed();
  }
}
