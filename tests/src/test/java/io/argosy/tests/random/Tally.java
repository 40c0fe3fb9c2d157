package io.argosy.tests.random;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What came of all statements of a run. Thread-safe. */
final class Tally {
  private final Map<String, Integer> strategies = new TreeMap<>();
  private final Map<String, Integer> reasons = new TreeMap<>();
  private final Map<String, Integer> errors = new TreeMap<>();
  private final List<String> differences = new ArrayList<>();
  private int same;
  private int empty;
  private int tooSlow;

  synchronized void same(Lane.Strategy strategy, long rows) {
    same++;
    if (rows == 0) {
      empty++;
    }
    strategies.merge(strategy.name(), 1, Integer::sum);
    if (!strategy.reason().isEmpty()) {
      reasons.merge(strategy.name() + ": " + strategy.reason(), 1, Integer::sum);
    }
  }

  synchronized void error(String sqlState, String message) {
    errors.merge(sqlState + " " + message.replaceAll("[\"'(].*", ".."), 1, Integer::sum);
  }

  synchronized void tooSlow() {
    tooSlow++;
  }

  synchronized void different(String description) {
    differences.add(description);
  }

  synchronized List<String> differences() {
    return List.copyOf(differences);
  }

  /** Statements that both databases answered with the same rows. */
  synchronized int answered() {
    return same;
  }

  /** Statements that have come to an end, whatever came of them. */
  synchronized int compared() {
    return same
        + differences.size()
        + tooSlow
        + errors.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** How many statements came to what, without the reasons for strategies. */
  synchronized String summary() {
    return "%d equal (%d without rows), %d differ, %d too slow for the reference, strategies %s"
        .formatted(same, empty, differences.size(), tooSlow, strategies);
  }

  @Override
  public synchronized String toString() {
    String why =
        reasons.entrySet().stream()
            .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
            .map(reason -> "%n%8d %s".formatted(reason.getValue(), reason.getKey()))
            .collect(Collectors.joining());
    return "%s, equal errors %s%s".formatted(summary(), errors, why);
  }
}
