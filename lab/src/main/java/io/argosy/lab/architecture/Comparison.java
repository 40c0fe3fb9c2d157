package io.argosy.lab.architecture;

import io.argosy.lab.model.StreamQuery;
import io.argosy.lab.testbed.PostgresInstallation;
import io.argosy.lab.testbed.PostgresOnMachine;
import io.argosy.lab.testbed.Repetition;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.Throttles;
import io.argosy.tpcd.compare.FirstAnswers;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.run.DataLoader;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.run.TimedAnswer;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs the same queries on one architecture after the other, on the same machines with the same
 * throttles, each query with all caches cold; raw reads and the model's queries again where the
 * real machine's host disturbs them. Before that, unthrottled, each architecture has answered every
 * query once, the model's too, so that no program runs for the first time, and those answers are
 * compared. Used by one thread.
 */
public final class Comparison {
  private final Testbed testbed;
  private final Workload workload;
  private final DataLoader loader;
  private final Consumer<String> progress;
  private final FirstAnswers answers = new FirstAnswers();

  /**
   * What is run.
   *
   * @param queries the queries
   * @param scale the scale factor of the data
   * @param placement where Argosy keeps the tables
   * @param throttles what the machines are held to
   * @param rawBytes how much of a file each machine reads to find how fast its storage is
   */
  public record Workload(
      List<Query> queries, double scale, Placement placement, Throttles throttles, long rawBytes) {
    public Workload {
      queries = List.copyOf(queries);
    }
  }

  /**
   * @param testbed the machines, built and not throttled
   * @param progress told what goes on, in words
   */
  public Comparison(
      Testbed testbed, Workload workload, DataLoader loader, Consumer<String> progress) {
    this.testbed = testbed;
    this.workload = workload;
    this.loader = loader;
    this.progress = progress;
  }

  /**
   * The database of the architectures with one server: loaded once, and copied to their storage.
   */
  public LoadedDatabase loadSingle()
      throws ServerFailedException, IOException, InterruptedException {
    PostgresInstallation installation = PostgresInstallation.find(testbed.directory());
    Path directory = testbed.directory().resolve("single");
    installation.createDataDirectory(directory);
    PostgresOnMachine server =
        PostgresOnMachine.start(testbed, testbed.client(), installation, directory);
    loader.load(server.jdbcUrl(), workload.scale(), Placement.NONE, "one PostgreSQL");
    testbed.stopServices();
    return new LoadedDatabase(installation, directory);
  }

  /**
   * Measures one architecture. The answers of the first one are what the others' are compared with.
   */
  public ArchitectureOutcome run(Architecture architecture, LoadedDatabase data)
      throws ServerFailedException, IOException, InterruptedException {
    progress.accept("%s: starting".formatted(architecture.name()));
    Database database = architecture.start(testbed, data);
    if (!architecture.usesLoadedDatabase()) {
      loader.load(database.jdbcUrl(), workload.scale(), workload.placement(), architecture.name());
    }
    RawReads rawReads = RawReads.prepare(database.storage(), workload.rawBytes());
    progress.accept("%s: answering every query once".formatted(architecture.name()));
    Map<Query, Optional<String>> differences = new EnumMap<>(Query.class);
    for (Query query : workload.queries()) {
      differences.put(query, difference(database, query));
    }
    for (StreamQuery query : StreamQuery.values()) {
      // What it costs does not count yet.
      measure(database, query);
    }
    testbed.throttle(workload.throttles());
    List<RawReads.Throughput> throughputs = new ArrayList<>();
    for (int blockBytes : RawReads.BLOCK_BYTES) {
      throughputs.add(leastDisturbed(() -> measure(database, rawReads, blockBytes)));
    }
    List<StreamCost> streams = new ArrayList<>();
    for (StreamQuery query : StreamQuery.values()) {
      StreamCost cost = leastDisturbed(() -> measure(database, query));
      progress.accept("%s: %s".formatted(architecture.name(), cost));
      streams.add(cost);
    }
    List<QueryCost> costs = new ArrayList<>();
    for (Query query : workload.queries()) {
      QueryCost cost = measure(database, query, differences.get(query));
      progress.accept("%s: %s".formatted(architecture.name(), cost));
      costs.add(cost);
    }
    testbed.throttle(Throttles.NONE);
    testbed.stopServices();
    return new ArchitectureOutcome(architecture, throughputs, streams, costs);
  }

  /** How an answer differs from the first architecture's, or why there is none. */
  private Optional<String> difference(Database database, Query query) throws ServerFailedException {
    try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
      return answers.difference(query, TimedAnswer.measure(connection, sql(query), 1).answer());
    } catch (SQLException e) {
      return failed(database, e);
    }
  }

  private static Optional<String> failed(Database database, SQLException failure)
      throws ServerFailedException {
    String state = failure.getSQLState();
    if (state == null || state.startsWith("08")) {
      throw new ServerFailedException(database.jdbcUrl(), failure);
    }
    return Optional.of("failed: " + state + " " + failure.getMessage().strip());
  }

  private QueryCost measure(Database database, Query query, Optional<String> difference)
      throws ServerFailedException, IOException, InterruptedException {
    database.dropCaches(testbed);
    try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
      Usage before = Usage.now(testbed);
      TimedAnswer timed = TimedAnswer.measure(connection, sql(query), 1);
      Usage usage = Usage.now(testbed).since(before);
      // The cold answer counts, too.
      Optional<String> different =
          difference.isPresent() ? difference : answers.difference(query, timed.answer());
      return QueryCost.of(query, timed, usage, different);
    } catch (SQLException e) {
      return QueryCost.failed(query, failed(database, e).orElseThrow());
    }
  }

  /** A measurement of an architecture. */
  @FunctionalInterface
  private interface Measurement<T> {
    T take() throws ServerFailedException, IOException, InterruptedException;
  }

  /** As {@link Repetition#best}, for what can fail in three ways. */
  private static <T> T leastDisturbed(Measurement<T> measurement)
      throws ServerFailedException, IOException, InterruptedException {
    T best = null;
    Repetition repetition = new Repetition();
    while (repetition.goesOn()) {
      T next = measurement.take();
      if (repetition.isBest()) {
        best = next;
      }
    }
    return best;
  }

  private RawReads.Throughput measure(Database database, RawReads reads, int blockBytes)
      throws ServerFailedException, IOException, InterruptedException {
    database.dropCaches(testbed);
    return reads.measure(blockBytes, testbed);
  }

  private StreamCost measure(Database database, StreamQuery query)
      throws ServerFailedException, IOException, InterruptedException {
    long tableBytes = database.streamBytes();
    database.dropCaches(testbed);
    try (Connection connection = DriverManager.getConnection(database.jdbcUrl());
        Statement statement = connection.createStatement()) {
      StreamQuery.prepare(statement);
      Usage before = Usage.now(testbed);
      double seconds = query.execute(statement);
      Usage usage = Usage.now(testbed).since(before);
      return new StreamCost(
          query,
          tableBytes,
          seconds,
          usage.clientCpuSeconds(),
          usage.nodesCpuSeconds(),
          usage.stolen().share());
    } catch (SQLException e) {
      throw new ServerFailedException(database.jdbcUrl(), e);
    }
  }

  private String sql(Query query) {
    return query.sql(Parameters.validation(query, workload.scale()));
  }
}
