package io.argosy.coordinator.activity;

import io.argosy.coordinator.resource.RequestLedger;
import io.argosy.sql.lexer.NormalizedText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The statements that nodes have worked for last, and of those before them the last that took long:
 * many short ones do not push out the one that somebody wants to know about. Short ones that read
 * catalogs only are not kept, or who looks at these statements would push them out. Thread-safe.
 */
public final class RecentStatements implements StatementObserver {
  /** How many are kept of both kinds. */
  static final int KEPT = 100;

  /** What takes at least as long is kept when others are not. */
  static final Duration LONG = Duration.ofMillis(100);

  /**
   * A statement that was answered or has failed.
   *
   * @param text as the client sent it, or its start
   * @param planned nanoseconds from its arrival until it was planned
   * @param elapsed nanoseconds from its arrival to its end
   * @param worked those of them in which it was worked on, and not waited for the client to fetch
   * @param sqlState how it failed; empty if it was answered
   * @param ledger what nodes were asked for it
   */
  record Recent(
      String id,
      String database,
      String role,
      String text,
      String strategy,
      Instant startedAt,
      long planned,
      long elapsed,
      long worked,
      long rows,
      Optional<String> sqlState,
      RequestLedger ledger) {}

  private final Duration slowest;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Recent> last = new ArrayDeque<>();
  private final Deque<Recent> slow = new ArrayDeque<>();

  public RecentStatements() {
    this(LONG);
  }

  /**
   * @param slowest what takes at least as long takes long
   */
  RecentStatements(Duration slowest) {
    this.slowest = slowest;
  }

  @Override
  public void completed(SessionActivity session, StatementActivity statement) {
    keep(session, statement, Optional.empty());
  }

  /** What fails before it is known how it is answered is a wrong text, as a rule. */
  @Override
  public void failed(
      SessionActivity session, Optional<StatementActivity> statement, String sqlState) {
    statement
        .filter(failed -> !failed.strategy().isEmpty() || isLong(failed))
        .ifPresent(failed -> keep(session, failed, Optional.of(sqlState)));
  }

  private boolean isLong(StatementActivity statement) {
    return statement.worked().compareTo(slowest) >= 0;
  }

  private void keep(
      SessionActivity session, StatementActivity statement, Optional<String> sqlState) {
    if (statement.ledger().count() == 0 || (statement.onlooker() && !isLong(statement))) {
      return;
    }
    Recent recent =
        new Recent(
            statement.id(),
            session.database(),
            session.role(),
            start(statement.text()),
            statement.strategy(),
            statement.startedAt(),
            statement.plannedAfter(),
            statement.ledger().now(),
            statement.worked().toNanos(),
            statement.rows(),
            sqlState,
            statement.ledger());
    lock.lock();
    try {
      last.addLast(recent);
      if (last.size() > KEPT) {
        Recent oldest = last.removeFirst();
        if (oldest.worked() >= slowest.toNanos()) {
          slow.addLast(oldest);
        }
      }
      if (slow.size() > KEPT) {
        slow.removeFirst();
      }
    } finally {
      lock.unlock();
    }
  }

  private static String start(String text) {
    return text.length() <= NormalizedText.LONGEST_READ
        ? text
        : text.substring(0, NormalizedText.LONGEST_READ);
  }

  /** All that are kept, the oldest first. */
  List<Recent> all() {
    lock.lock();
    try {
      List<Recent> all = new ArrayList<>(slow);
      all.addAll(last);
      return all;
    } finally {
      lock.unlock();
    }
  }
}
