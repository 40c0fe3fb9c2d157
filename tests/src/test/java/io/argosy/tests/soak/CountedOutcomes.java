package io.argosy.tests.soak;

import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** How the acts of many clients have ended, counted. Thread-safe. */
final class CountedOutcomes implements Outcomes {
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  @Override
  public void count(Act act, String how) {
    counts.computeIfAbsent(act + " " + how, first -> new LongAdder()).increment();
    counts.computeIfAbsent("ALL " + how, first -> new LongAdder()).increment();
  }

  @Override
  public void wrong(String what) {
    wrong.add(what);
  }

  Queue<String> wrong() {
    return wrong;
  }

  long right() {
    LongAdder right = counts.get("ALL " + RIGHT);
    return right == null ? 0 : right.sum();
  }

  /** A line for each outcome. */
  @Override
  public String toString() {
    StringBuilder lines = new StringBuilder();
    new TreeMap<>(counts)
        .forEach((what, count) -> lines.append("%n%8d  %s".formatted(count.sum(), what)));
    return lines.toString();
  }
}
