package io.argosy.tests.histories;

import io.argosy.tests.histories.ListStatements.Intent;
import io.argosy.tests.histories.Transaction.Level;
import io.argosy.tests.histories.Transaction.Outcome;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Clients that run random transactions until they are told to stop, whatever fails meanwhile. */
final class ListClients implements AutoCloseable {
  private static final long BACK_OFF = Duration.ofMillis(50).toNanos();

  private static final Level[] LEVELS = {
    Level.READ_COMMITTED,
    Level.READ_COMMITTED,
    Level.REPEATABLE_READ,
    Level.REPEATABLE_READ,
    Level.SERIALIZABLE
  };

  private final Lists lists;
  private final Recorder recorder;
  private final Duration statementTimeout;
  private final AtomicInteger names = new AtomicInteger();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean stopped;
  private volatile Throwable failure;

  ListClients(Lists lists, Recorder recorder, Duration statementTimeout) {
    this.lists = lists;
    this.recorder = recorder;
    this.statementTimeout = statementTimeout;
  }

  /** One more client. */
  void start(String url, Random random) {
    threads.add(Thread.ofPlatform().start(() -> new Client(url, random).run()));
  }

  @Override
  public void close() throws InterruptedException {
    stopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
    if (failure != null) {
      throw new AssertionError("a client has been told what cannot be", failure);
    }
  }

  private final class Client {
    private final String url;
    private final Random random;
    private final ListStatements statements;

    Client(String url, Random random) {
      this.url = url;
      this.random = random;
      this.statements = new ListStatements(lists, random, recorder);
    }

    void run() {
      while (!stopped) {
        try (Connection connection =
                ListStatements.timed(recorder, "connect", () -> DriverManager.getConnection(url));
            Statement statement = connection.createStatement()) {
          statement.execute("SET statement_timeout = " + statementTimeout.toMillis());
          while (!stopped) {
            transaction(connection);
          }
        } catch (SQLException e) {
          recorder.failed("connection: " + e.getSQLState());
          LockSupport.parkNanos(BACK_OFF);
        } catch (RuntimeException | AssertionError e) {
          failure = e;
          return;
        }
      }
    }

    private void transaction(Connection connection) throws SQLException {
      if (random.nextInt(4) == 0) {
        byItself(connection);
      } else {
        Level level = LEVELS[random.nextInt(LEVELS.length)];
        block(connection, level);
      }
    }

    private void byItself(Connection connection) throws SQLException {
      connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
      Intent intent = statements.any();
      long begin = System.nanoTime();
      try {
        Operation operation = intent.run(connection);
        add(Level.READ_COMMITTED, List.of(operation), Outcome.COMMITTED, begin);
      } catch (SQLException e) {
        recorder.failed("by itself: " + e.getSQLState());
        add(Level.READ_COMMITTED, intent.perhaps(begin), outcome(e), begin);
        requireConnection(connection, e);
      }
    }

    private void block(Connection connection, Level level) throws SQLException {
      connection.setTransactionIsolation(
          switch (level) {
            case READ_COMMITTED -> Connection.TRANSACTION_READ_COMMITTED;
            case REPEATABLE_READ -> Connection.TRANSACTION_REPEATABLE_READ;
            case SERIALIZABLE -> Connection.TRANSACTION_SERIALIZABLE;
          });
      connection.setAutoCommit(false);
      List<Operation> done = new ArrayList<>();
      try {
        int node = random.nextInt(lists.nodes());
        for (int i = random.nextInt(4); i >= 0; i--) {
          Intent intent = level == Level.SERIALIZABLE ? statements.of(node) : statements.any();
          done.add(intent.run(connection));
        }
      } catch (SQLException e) {
        recorder.failed(level.sql() + ": " + e.getSQLState());
        add(level, done, Outcome.ABORTED, System.nanoTime());
        requireConnection(connection, e);
        rollback(connection);
        return;
      }
      if (random.nextInt(12) == 0) {
        add(level, done, Outcome.ABORTED, System.nanoTime());
        rollback(connection);
      } else {
        commit(connection, level, done);
      }
    }

    private void commit(Connection connection, Level level, List<Operation> done)
        throws SQLException {
      long begin = System.nanoTime();
      try {
        ListStatements.timed(
            recorder,
            "COMMIT",
            () -> {
              connection.commit();
              return null;
            });
        add(level, done, Outcome.COMMITTED, begin);
      } catch (SQLException e) {
        recorder.failed("COMMIT: " + e.getSQLState());
        add(level, done, outcome(e), begin);
        requireConnection(connection, e);
      }
      connection.setAutoCommit(true);
    }

    private void rollback(Connection connection) throws SQLException {
      ListStatements.timed(
          recorder,
          "ROLLBACK",
          () -> {
            connection.rollback();
            return null;
          });
      connection.setAutoCommit(true);
    }

    /** Errors of connections, also of those to nodes, may have hidden that it has committed. */
    private static Outcome outcome(SQLException e) {
      return e.getSQLState() == null || e.getSQLState().startsWith("08")
          ? Outcome.UNKNOWN
          : Outcome.ABORTED;
    }

    private static void requireConnection(Connection connection, SQLException e)
        throws SQLException {
      if (connection.isClosed()) {
        throw e;
      }
    }

    private void add(Level level, List<Operation> operations, Outcome outcome, long commitBegin) {
      recorder.add(
          new Transaction(
              "T" + names.incrementAndGet(),
              level,
              List.copyOf(operations),
              outcome,
              commitBegin,
              System.nanoTime()));
    }
  }
}
