package io.argosy.tpcd.performance;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.run.QueryPlan;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.update.UpdateFunction;
import io.argosy.tpcd.update.UpdateRun;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Does what is left of a test on a server. Whatever ends it before it is complete, another one of
 * the same journal goes on with it. Used by one thread.
 */
final class TestRun {
  private final String url;
  private final Journal journal;
  private final TestPlan plan;
  private final AnswerFiles answers;
  private final LoadProgress progress;

  /**
   * @param url JDBC URL of the server
   * @param journal has the plan
   */
  TestRun(String url, Journal journal, AnswerFiles answers, LoadProgress progress) {
    this.url = url;
    this.journal = journal;
    this.plan = journal.record().orElseThrow().plan();
    this.answers = answers;
    this.progress = progress;
  }

  /**
   * Runs the steps that are left, and what belongs behind them.
   *
   * @throws ServerFailedException the first failure of any stream; the others have been stopped
   * @throws BenchmarkException when an update function finds other data than it needs
   */
  void run() throws ServerFailedException, IOException, InterruptedException {
    TestRecord before = journal.record().orElseThrow();
    if (!before.complete()) {
      loadGenerator(before);
      journal.append(
          new Event.Started(
              Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), before.clock()));
      switch (plan.kind()) {
        case POWER -> power(new StepRunner(journal, answers, progress));
        case THROUGHPUT -> throughput(new StepRunner(journal, answers, progress));
      }
    }
    if (plan.kind() == TestKind.POWER && before.environment().argosy()) {
      explain();
    }
  }

  /** If orders are left to generate, before the clock starts: it is no work of the server's. */
  private void loadGenerator(TestRecord before) {
    for (Step.UpdateStep step : plan.updateStream()) {
      if (step.function() == UpdateFunction.UF1 && !before.done().containsKey(step.id())) {
        UpdateRun.loadGenerator(plan.updateSet(step));
        return;
      }
    }
  }

  private void power(StepRunner runner)
      throws ServerFailedException, IOException, InterruptedException {
    try (Connection connection = DriverManager.getConnection(url)) {
      for (Step step : plan.steps()) {
        runner.run(connection, step);
      }
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }

  private void throughput(StepRunner runner)
      throws ServerFailedException, IOException, InterruptedException {
    List<Connection> connections = new ArrayList<>();
    try (ExecutorService threads =
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("stream-", 0).factory())) {
      List<List<? extends Step>> streams = new ArrayList<>(plan.queryStreams());
      streams.add(plan.updateStream());
      for (int i = 0; i < streams.size(); i++) {
        connections.add(DriverManager.getConnection(url));
      }
      CompletionService<Void> running = new ExecutorCompletionService<>(threads);
      for (int i = 0; i < streams.size(); i++) {
        Connection connection = connections.get(i);
        List<? extends Step> stream = streams.get(i);
        running.submit(() -> stream(runner, connection, stream));
      }
      await(running, streams.size(), connections);
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    } finally {
      close(connections);
    }
  }

  private Void stream(StepRunner runner, Connection connection, List<? extends Step> stream)
      throws SQLException, IOException, InterruptedException {
    if (stream.getFirst() instanceof Step.QueryStep) {
      // One snapshot for the query and for finding out which updates it has seen.
      connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
      connection.setReadOnly(true);
      connection.setAutoCommit(false);
    }
    for (Step step : stream) {
      runner.run(connection, step);
    }
    return null;
  }

  private static void await(
      CompletionService<Void> running, int streams, List<Connection> connections)
      throws SQLException, IOException, InterruptedException {
    boolean ended = false;
    try {
      for (int i = 0; i < streams; i++) {
        running.take().get();
      }
      ended = true;
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case SQLException failure -> throw failure;
        case IOException failure -> throw failure;
        case InterruptedException failure -> throw failure;
        case RuntimeException failure -> throw failure;
        default -> throw new IllegalStateException(e.getCause());
      }
    } finally {
      if (!ended) {
        for (Connection connection : connections) {
          connection.abort(Runnable::run);
        }
      }
    }
  }

  private void close(List<Connection> connections) throws ServerFailedException {
    try {
      for (Connection connection : connections) {
        connection.close();
      }
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }

  /** Asks for the bytes behind the test, so that neither the question nor its work is timed. */
  private void explain() throws ServerFailedException, IOException {
    Map<String, Event.Explained> known = journal.record().orElseThrow().explained();
    try (Connection connection = DriverManager.getConnection(url)) {
      TableBytes tables = TableBytes.of(connection, plan.scale());
      for (Step.QueryStep step : plan.queryStreams().getFirst()) {
        if (!known.containsKey(step.id())) {
          String sql = plan.sql(step);
          QueryPlan explained = QueryPlan.analyze(connection, sql);
          journal.append(
              new Event.Explained(
                  step.id(),
                  explained.strategy().orElse(null),
                  boxed(explained.networkBytes()),
                  boxed(tables.namedIn(sql))));
        }
      }
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }

  private static Long boxed(OptionalLong value) {
    return value.isPresent() ? value.getAsLong() : null;
  }
}
