package io.argosy.lab.growth;

import io.argosy.tpcd.oltp.TransactionObserver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/** What the clients of a load have done, and when. Thread-safe. */
final class LoadTrace implements TransactionObserver {
  private final long start = System.nanoTime();
  private final ConcurrentLinkedQueue<Execution> payments = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<Execution> queries = new ConcurrentLinkedQueue<>();
  private final ConcurrentLinkedQueue<String> differences = new ConcurrentLinkedQueue<>();
  private final AtomicLong checks = new AtomicLong();
  private final AtomicLong retries = new AtomicLong();

  /**
   * Something that a client has waited for.
   *
   * @param begun seconds since the start of the load
   * @param ended seconds since the start of the load
   */
  record Execution(double begun, double ended) {
    double seconds() {
      return ended - begun;
    }
  }

  /** Seconds since the start. */
  double now() {
    return seconds(System.nanoTime());
  }

  private double seconds(long nanoTime) {
    return (nanoTime - start) / 1e9;
  }

  @Override
  public void executed(long begun, long ended, int tried) {
    payments.add(new Execution(seconds(begun), seconds(ended)));
    retries.addAndGet(tried);
  }

  /** A query was answered. */
  void answered(double begun) {
    queries.add(new Execution(begun, now()));
  }

  /** An answer was compared with what it should be. */
  void checked() {
    checks.incrementAndGet();
  }

  /** An answer was not what it should be. */
  void differs(String what) {
    differences.add(what);
  }

  List<String> differences() {
    return List.copyOf(differences);
  }

  /** How many answers were compared with what they should be. */
  long checks() {
    return checks.get();
  }

  /** How often a payment was tried again. */
  long retries() {
    return retries.get();
  }

  /** The payments of a time, also those that began before it or ended after it. */
  List<Execution> payments(double from, double to) {
    return select(payments, execution -> execution.begun() < to && execution.ended() > from);
  }

  /** The queries that ended in a time. */
  List<Execution> queries(double from, double to) {
    return select(queries, execution -> execution.ended() > from && execution.ended() <= to);
  }

  private static List<Execution> select(
      Iterable<Execution> executions, Predicate<Execution> wanted) {
    List<Execution> selected = new ArrayList<>();
    for (Execution execution : executions) {
      if (wanted.test(execution)) {
        selected.add(execution);
      }
    }
    return selected;
  }

  /**
   * How many payments ended in each of equal parts of a time, per second.
   *
   * @param length of each part, in seconds; what is left at the end is left out
   */
  List<Double> rates(double from, double to, double length) {
    int parts = (int) Math.floor((to - from) / length);
    long[] counts = new long[parts];
    for (Execution payment : payments) {
      int part = (int) Math.floor((payment.ended() - from) / length);
      if (part >= 0 && part < parts) {
        counts[part]++;
      }
    }
    return Arrays.stream(counts).mapToObj(count -> count / length).toList();
  }

  /** How many payments ended in a time, per second. */
  double rate(double from, double to) {
    return rates(from, to, to - from).stream().findFirst().orElse(0.0);
  }

  /**
   * The same in the worst part of a time.
   *
   * @param length of each part, in seconds; they begin a second apart, and the last one ends with
   *     the time
   */
  double lowestRate(double from, double to, double length) {
    double lowest = rate(Math.max(from, to - length), to);
    for (double start = from; start + length < to; start++) {
      lowest = Math.min(lowest, rate(start, start + length));
    }
    return lowest;
  }
}
