package io.argosy.tests.histories;

import io.argosy.tests.histories.Transaction.Level;
import io.argosy.tests.histories.Transaction.Outcome;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all clients have done, and how long they have waited. */
final class Recorder {
  private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
  private static final Duration LONG = Duration.ofSeconds(6);

  private final Queue<Transaction> transactions = new ConcurrentLinkedQueue<>();
  private final Map<String, AtomicInteger> failures = new ConcurrentHashMap<>();
  private final AtomicReference<Wait> longest = new AtomicReference<>(new Wait(0, "", ""));

  /**
   * Of a client for an answer.
   *
   * @param nanoseconds how long
   * @param statement for which
   * @param answer how it has ended
   */
  record Wait(long nanoseconds, String statement, String answer) {
    Duration duration() {
      return Duration.ofNanos(nanoseconds);
    }
  }

  void add(Transaction transaction) {
    transactions.add(transaction);
  }

  void waited(long start, String statement, String answer) {
    Wait wait = new Wait(System.nanoTime() - start, statement, answer);
    if (wait.duration().compareTo(LONG) > 0) {
      LOG.debug("{} at {}", wait, System.nanoTime());
    }
    longest.accumulateAndGet(
        wait, (known, other) -> other.nanoseconds() > known.nanoseconds() ? other : known);
  }

  void failed(String sqlState) {
    failures.computeIfAbsent(sqlState, key -> new AtomicInteger()).incrementAndGet();
  }

  Collection<Transaction> transactions() {
    return List.copyOf(transactions);
  }

  Wait longest() {
    return longest.get();
  }

  /** How many failed, by SQLSTATE. */
  Map<String, AtomicInteger> failures() {
    return new TreeMap<>(failures);
  }

  Map<Outcome, Long> outcomes() {
    return transactions.stream()
        .collect(Collectors.groupingBy(Transaction::outcome, TreeMap::new, Collectors.counting()));
  }

  Map<Level, Long> committedByLevel() {
    return transactions.stream()
        .filter(each -> each.outcome() == Outcome.COMMITTED)
        .collect(Collectors.groupingBy(Transaction::level, TreeMap::new, Collectors.counting()));
  }
}
