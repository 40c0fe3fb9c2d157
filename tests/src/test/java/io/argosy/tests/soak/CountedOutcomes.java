package io.argosy.tests.soak;

import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

/** How the acts of many clients have ended, counted. Thread-safe. */
final class CountedOutcomes implements Outcomes {
  private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();
  private final Map<String, LongAccumulator> longest = new ConcurrentHashMap<>();
  private final Queue<String> wrong = new ConcurrentLinkedQueue<>();

  @Override
  public void count(Act act, String how, long milliseconds) {
    count(act + " " + how, milliseconds);
    count("ALL " + how, milliseconds);
  }

  private void count(String what, long milliseconds) {
    counts.computeIfAbsent(what, first -> new LongAdder()).increment();
    longest
        .computeIfAbsent(what, first -> new LongAccumulator(Math::max, 0))
        .accumulate(milliseconds);
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

  /** A line for each outcome: how often, and how long the longest took. */
  @Override
  public String toString() {
    StringBuilder lines = new StringBuilder();
    new TreeMap<>(counts)
        .forEach(
            (what, count) ->
                lines.append(
                    "%n%8d  %6d ms  %s".formatted(count.sum(), longest.get(what).get(), what)));
    return lines.toString();
  }
}
