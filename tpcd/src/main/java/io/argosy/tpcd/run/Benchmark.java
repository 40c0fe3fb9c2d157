package io.argosy.tpcd.run;

import io.argosy.tpcd.compare.AnswerComparison;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.schema.ServerKind;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Runs queries one after the other on one connection to the server under test, and, if there is one
 * to compare with, the same on that. Used by one thread.
 */
public final class Benchmark implements AutoCloseable {
  private final Server server;
  private final Optional<Server> reference;
  private final boolean argosy;
  private final Function<Query, Parameters> parameters;
  private final int repetitions;

  private Benchmark(
      Server server,
      Optional<Server> reference,
      boolean argosy,
      Function<Query, Parameters> parameters,
      int repetitions) {
    this.server = server;
    this.reference = reference;
    this.argosy = argosy;
    this.parameters = parameters;
    this.repetitions = repetitions;
  }

  /**
   * Connects.
   *
   * @param url JDBC URL of the server under test
   * @param reference JDBC URL of the server whose answers are taken to be right
   * @param parameters gives a query's values
   * @param repetitions how often to execute each query on each server, at least once
   */
  public static Benchmark open(
      String url,
      Optional<String> reference,
      Function<Query, Parameters> parameters,
      int repetitions)
      throws ServerFailedException {
    Server server = Server.connect(url);
    try {
      boolean argosy = ServerKind.isArgosy(server.connection());
      Optional<Server> other =
          reference.isPresent() ? Optional.of(Server.connect(reference.get())) : Optional.empty();
      return new Benchmark(server, other, argosy, parameters, repetitions);
    } catch (SQLException e) {
      server.close();
      throw new ServerFailedException(url, e);
    } catch (ServerFailedException e) {
      server.close();
      throw e;
    }
  }

  /**
   * Runs one query. Its failure on the server under test is an outcome too.
   *
   * @throws ServerFailedException when the other server fails, or when no further query could
   *     succeed
   */
  public QueryOutcome run(Query query) throws ServerFailedException {
    String sql = query.sql(parameters.apply(query));
    TimedAnswer actual;
    QueryPlan plan;
    try {
      actual = TimedAnswer.measure(server.connection(), sql, repetitions);
      // After the measurement, so that neither its work nor the caches it fills are measured.
      plan = argosy ? QueryPlan.analyze(server.connection(), sql) : QueryPlan.UNKNOWN;
    } catch (SQLException e) {
      if (Server.isFatal(e)) {
        throw server.failed(e);
      }
      return QueryOutcome.failed(query, e, reference.isPresent());
    }
    if (reference.isEmpty()) {
      return outcome(query, plan, actual, OptionalDouble.empty(), Optional.empty());
    }
    TimedAnswer expected = measureReference(reference.get(), sql);
    return outcome(
        query,
        plan,
        actual,
        OptionalDouble.of(expected.seconds()),
        Optional.of(
            AnswerComparison.firstDifference(
                expected.answer(), actual.answer(), query.ordering())));
  }

  private TimedAnswer measureReference(Server other, String sql) throws ServerFailedException {
    try {
      return TimedAnswer.measure(other.connection(), sql, repetitions);
    } catch (SQLException e) {
      throw other.failed(e);
    }
  }

  private static QueryOutcome outcome(
      Query query,
      QueryPlan plan,
      TimedAnswer actual,
      OptionalDouble singleSeconds,
      Optional<Optional<String>> comparison) {
    return new QueryOutcome(
        query,
        plan,
        OptionalDouble.of(actual.seconds()),
        singleSeconds,
        OptionalLong.of(actual.answer().rows().size()),
        comparison.map(Optional::isEmpty),
        comparison.flatMap(difference -> difference));
  }

  @Override
  public void close() throws ServerFailedException {
    try {
      server.close();
    } finally {
      if (reference.isPresent()) {
        reference.get().close();
      }
    }
  }
}
