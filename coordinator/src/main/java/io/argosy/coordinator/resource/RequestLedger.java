package io.argosy.coordinator.resource;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The requests that nodes have answered for one statement. Of a statement with very many, the first
 * are kept one by one, and all in sums. Thread-safe.
 */
public final class RequestLedger {
  /** How many requests are kept one by one. */
  public static final int KEPT = 200;

  private record Key(String step, String node) {}

  private final long startedAt = System.nanoTime();
  private final ReentrantLock lock = new ReentrantLock();
  private final List<NodeRequest> requests = new ArrayList<>(2);

  /** What those used that are not kept. */
  private final Map<Key, StepUse> others = new LinkedHashMap<>();

  private long count;

  /** Nanoseconds since the statement's start. */
  public long now() {
    return System.nanoTime() - startedAt;
  }

  /** A node has answered. */
  public void add(NodeRequest request) {
    lock.lock();
    try {
      count++;
      if (requests.size() < KEPT) {
        requests.add(request);
      } else {
        sum(request, others);
      }
    } finally {
      lock.unlock();
    }
  }

  private static void sum(NodeRequest request, Map<Key, StepUse> sums) {
    sums.merge(new Key(request.step(), request.node()), StepUse.of(request), StepUse::plus);
  }

  /** The first requests, in the order in which they were answered. */
  public List<NodeRequest> requests() {
    lock.lock();
    try {
      return List.copyOf(requests);
    } finally {
      lock.unlock();
    }
  }

  /** How many there were in all. */
  public long count() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }

  /** What nodes have done for each step, in the order in which they began to. */
  public List<StepUse> steps() {
    lock.lock();
    try {
      Map<Key, StepUse> steps = new LinkedHashMap<>();
      requests.forEach(request -> sum(request, steps));
      others.forEach((key, use) -> steps.merge(key, use, StepUse::plus));
      return List.copyOf(steps.values());
    } finally {
      lock.unlock();
    }
  }

  /** What nodes have done, in the order of their names. */
  public List<NodeUse> nodes() {
    Map<String, NodeUse> nodes = new TreeMap<>();
    steps().forEach(step -> nodes.merge(step.use().node(), step.use(), NodeUse::plus));
    return List.copyOf(nodes.values());
  }
}
