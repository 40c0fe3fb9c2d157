package io.argosy.tests.soak;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** One client, which does one act after the other, and connects again when it has to. */
final class Client implements Runnable, Act.Turn {
  /** What statements may fail with when agents are killed and clients compete. */
  private static final Set<String> EXPECTED =
      Set.of(
          "08000", // connection exception
          "08001", // the client cannot connect
          "08003", // the connection is closed
          "08006", // a node, or the client's own connection, was lost
          "08007", // a node was lost in its COMMIT
          "25P02", // PostgreSQL JDBC says nothing of a BEGIN that fails in front of a COPY
          "40001", // serialization failure
          "40P01", // deadlock
          "53300", // no backend became free
          "57014", // a cancel that came late
          "57P01", // an agent is shutting down
          "57P03"); // not yet ready

  private static final long BACK_OFF_NANOSECONDS = 200_000_000;

  private final int number;
  private final Supplier<String> url;
  private final Random random;
  private final Outcomes outcomes;
  private final AtomicLong numbers;
  private final ScheduledExecutorService clock;
  private long rows;
  private volatile Connection connection;
  private volatile boolean stopped;
  private volatile Act act = Act.ROUTE;
  private volatile long since = System.nanoTime();
  private volatile boolean cut;

  /**
   * @param numbers the last number that was used for rows
   * @param clock for what it does later
   */
  Client(
      int number,
      Supplier<String> url,
      Random random,
      Outcomes outcomes,
      AtomicLong numbers,
      ScheduledExecutorService clock) {
    this.number = number;
    this.url = url;
    this.random = random;
    this.outcomes = outcomes;
    this.numbers = numbers;
    this.clock = clock;
    this.rows = newNumber();
  }

  @Override
  public void run() {
    while (!stopped) {
      cut = false;
      try (Connection opened = DriverManager.getConnection(url.get())) {
        connection = opened;
        while (!stopped && !opened.isClosed()) {
          act();
        }
      } catch (SQLException e) {
        // It cannot connect, or cannot even close: then what it did before was counted.
        if (!cut) {
          judge(e);
        }
        LockSupport.parkNanos(BACK_OFF_NANOSECONDS);
      }
    }
  }

  private void act() throws SQLException {
    act = Act.values()[random.nextInt(Act.values().length)];
    since = System.nanoTime();
    try {
      act.perform(this);
      outcomes.count(act, Outcomes.RIGHT, busy().toMillis());
    } catch (SQLException e) {
      judge(e);
      // Rows of before may still be there, and may even be committed later.
      rows = newNumber();
      if (!connection.isClosed() && !connection.getAutoCommit()) {
        connection.rollback();
        connection.setAutoCommit(true);
      }
      LockSupport.parkNanos(BACK_OFF_NANOSECONDS);
    } catch (IOException | AssertionError e) {
      outcomes.wrong(act + ": " + e.getMessage());
      connection.abort(Runnable::run);
    }
  }

  private void judge(SQLException failure) {
    String state = String.valueOf(failure.getSQLState());
    if (cut) {
      outcomes.count(act, "cut", busy().toMillis());
      return;
    }
    outcomes.count(act, state, busy().toMillis());
    boolean silence = failure.getCause() instanceof SocketTimeoutException;
    if (silence || !EXPECTED.contains(state) || failure.getMessage().isBlank()) {
      outcomes.wrong(act + ": " + state + " " + failure.getMessage());
    }
  }

  /** Cuts the connection, as if the client had vanished. */
  void cut() throws SQLException {
    Connection current = connection;
    if (current != null) {
      cut = true;
      current.abort(Runnable::run);
    }
  }

  void stop() {
    stopped = true;
  }

  /** How long the act has taken that is under way. */
  Duration busy() {
    return Duration.ofNanos(System.nanoTime() - since);
  }

  @Override
  public Connection connection() {
    return connection;
  }

  @Override
  public long client() {
    return rows;
  }

  @Override
  public int below(int limit) {
    return random.nextInt(limit);
  }

  @Override
  public long newNumber() {
    return numbers.incrementAndGet();
  }

  @Override
  public ScheduledExecutorService clock() {
    return clock;
  }

  @Override
  public String toString() {
    return "client " + number + " in " + act + " for " + busy().toSeconds() + " s";
  }
}
