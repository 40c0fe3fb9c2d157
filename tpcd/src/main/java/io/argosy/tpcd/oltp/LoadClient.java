package io.argosy.tpcd.oltp;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;
import org.HdrHistogram.Histogram;

/** One connection that executes one transaction after the other. Used by one thread at a time. */
final class LoadClient implements AutoCloseable {
  /** Serialization failure, and deadlock detected: what a client is expected to try again. */
  private static final Set<String> TRANSIENT_STATES = Set.of("40001", "40P01");

  private static final int MOST_ATTEMPTS = 1000;
  private static final long LONGEST = TimeUnit.HOURS.toNanos(1);
  private static final int DIGITS = 3;

  private final Connection connection;
  private final Transaction transaction;
  private final RandomGenerator random = new SplittableRandom();

  /**
   * What it has done.
   *
   * @param nanos how long it took
   * @param retries how often a transaction was tried again
   * @param latencies nanoseconds of each transaction, with its retries
   */
  record Done(long nanos, long retries, Histogram latencies) {}

  LoadClient(Connection connection, Transaction transaction) {
    this.connection = connection;
    this.transaction = transaction;
  }

  static LoadClient connect(String url, Workload workload, int scale) throws SQLException {
    Connection connection = workload.mode().connect(url);
    try {
      return new LoadClient(
          connection, workload.kind().prepare(new Session(connection, workload.mode(), scale)));
    } catch (SQLException e) {
      connection.close();
      throw e;
    }
  }

  /**
   * Executes transactions.
   *
   * @param stopped whether to stop before the end
   */
  Done run(Until until, BooleanSupplier stopped, TransactionObserver observer) throws SQLException {
    Histogram latencies = new Histogram(LONGEST, DIGITS);
    long retries = 0;
    long start = System.nanoTime();
    long now = start;
    while (!until.reached(latencies.getTotalCount(), now - start) && !stopped.getAsBoolean()) {
      long begun = now;
      transaction.draw(random);
      int tried = execute();
      retries += tried;
      now = System.nanoTime();
      observer.executed(begun, now, tried);
      latencies.recordValue(Math.min(now - begun, LONGEST));
    }
    return new Done(now - start, retries, latencies);
  }

  /** Returns how often it was tried again. */
  private int execute() throws SQLException {
    for (int retries = 0; ; retries++) {
      try {
        transaction.execute();
        return retries;
      } catch (SQLException e) {
        if (!TRANSIENT_STATES.contains(e.getSQLState()) || retries + 1 == MOST_ATTEMPTS) {
          throw e;
        }
        if (!connection.getAutoCommit()) {
          connection.rollback();
        }
      }
    }
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
