package io.argosy.lab.growth;

import io.argosy.tpcd.compare.FirstAnswers;
import io.argosy.tpcd.oltp.BankBalances;
import io.argosy.tpcd.oltp.LoadClients;
import io.argosy.tpcd.oltp.Until;
import io.argosy.tpcd.oltp.Workload;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.run.SessionSetting;
import io.argosy.tpcd.run.TimedAnswer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Clients that make payments, one that asks TPC-D's queries, and one that reads the bank's sums,
 * all until they are stopped. Nothing but a serialization failure or a deadlock of a payment is
 * tried again: any other error ends the load, and whoever waits is told. Used by one thread.
 */
final class RunningLoad implements AutoCloseable {
  private static final Duration BETWEEN_SUMS = Duration.ofMillis(500);
  private static final Workload PAYMENTS = Workload.parse("tpc-b").getFirst();

  private final List<String> urls;
  private final GrowthPlan plan;
  private final FirstAnswers answers;
  private final LoadTrace trace = new LoadTrace();
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicReference<ServerFailedException> failure = new AtomicReference<>();
  private volatile boolean stopping;

  private RunningLoad(List<String> urls, GrowthPlan plan, FirstAnswers answers) {
    this.urls = urls;
    this.plan = plan;
    this.answers = answers;
  }

  /**
   * Starts it.
   *
   * @param urls of the coordinators
   * @param answers what the queries' answers are compared with
   */
  static RunningLoad start(List<String> urls, GrowthPlan plan, FirstAnswers answers) {
    RunningLoad load = new RunningLoad(urls, plan, answers);
    for (int i = 0; i < urls.size(); i++) {
      String url = urls.get(i);
      int clients = (plan.clients() + i) / urls.size();
      if (clients > 0) {
        load.start("payments", url, () -> load.pay(url, clients));
      }
    }
    if (!plan.queries().isEmpty()) {
      load.start("queries", urls.getLast(), load::ask);
    }
    load.start("sums", urls.getFirst(), load::readSums);
    return load;
  }

  @FunctionalInterface
  private interface Client {
    void run() throws SQLException, InterruptedException;
  }

  private void start(String name, String url, Client client) {
    threads.add(
        Thread.ofPlatform()
            .daemon()
            .name(name)
            .start(
                () -> {
                  try {
                    client.run();
                  } catch (SQLException e) {
                    fail(url, new SQLException(name + ": " + e.getMessage(), e.getSQLState(), e));
                  } catch (InterruptedException | RuntimeException e) {
                    fail(url, new SQLException(name + ": " + e, e));
                  }
                }));
  }

  private void fail(String url, SQLException reason) {
    failure.compareAndSet(null, new ServerFailedException(url, reason));
    stopping = true;
  }

  private void pay(String url, int clients) throws SQLException, InterruptedException {
    Until stopped = (transactions, nanos) -> stopping;
    try (LoadClients all = LoadClients.connect(url, PAYMENTS, plan.branches(), clients)) {
      all.run(stopped, List.of(), trace);
    }
  }

  private void ask() throws SQLException {
    try (Connection connection = DriverManager.getConnection(urls.getLast())) {
      for (SessionSetting setting : plan.settings()) {
        setting.apply(connection);
      }
      while (!stopping) {
        for (Query query : plan.queries()) {
          if (!stopping) {
            ask(connection, query);
          }
        }
      }
    }
  }

  private void ask(Connection connection, Query query) throws SQLException {
    double begun = trace.now();
    String sql = query.sql(Parameters.validation(query, plan.scale()));
    TimedAnswer answer = TimedAnswer.measure(connection, sql, 1);
    trace.answered(begun);
    if (answers.has(query)) {
      trace.checked();
    }
    answers
        .difference(query, answer.answer())
        .ifPresent(what -> trace.differs("query %d: %s".formatted(query.number(), what)));
  }

  /** Twice in each transaction: its snapshot stays what it was, wherever rows go meanwhile. */
  private void readSums() throws SQLException, InterruptedException {
    try (Connection connection = DriverManager.getConnection(urls.getFirst())) {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      BankBalances before = BankBalances.read(connection);
      connection.commit();
      while (!stopping) {
        BankBalances now = BankBalances.read(connection);
        Thread.sleep(BETWEEN_SUMS);
        BankBalances again = BankBalances.read(connection);
        connection.commit();
        if (!now.follow(before)) {
          trace.differs("sums: %s after %s".formatted(now, before));
        }
        if (!again.equals(now)) {
          trace.differs("sums of one snapshot: %s, and then %s".formatted(now, again));
        }
        trace.checked();
      }
    }
  }

  LoadTrace trace() {
    return trace;
  }

  /**
   * Lets it go on for a time.
   *
   * @throws ServerFailedException what has ended it
   */
  void goOn(double seconds) throws ServerFailedException, InterruptedException {
    double end = trace.now() + seconds;
    while (trace.now() < end) {
      requireRunning();
      Thread.sleep((long) Math.clamp((end - trace.now()) * 1000, 1, 100));
    }
    requireRunning();
  }

  /**
   * @throws ServerFailedException what has ended it
   */
  void requireRunning() throws ServerFailedException {
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  /** Ends it, behind what is under way. Whether it had failed by then is to be asked afterwards. */
  @Override
  public void close() throws InterruptedException {
    stopping = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }
}
