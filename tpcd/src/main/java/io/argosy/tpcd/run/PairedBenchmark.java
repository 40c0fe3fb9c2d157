package io.argosy.tpcd.run;

import io.argosy.tpcd.compare.Answer;
import io.argosy.tpcd.compare.AnswerComparison;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.schema.ServerKind;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Times queries on two servers in turn, so that whatever else the machine does meanwhile hits both
 * alike: each query so often on each to warm up, then so many pairs, of which the medians count.
 * Used by one thread.
 */
public final class PairedBenchmark implements AutoCloseable {
  private final Server server;
  private final Server reference;
  private final NodeFragments nodes;
  private final boolean argosy;
  private final Function<Query, Parameters> parameters;
  private final Executions executions;

  private PairedBenchmark(
      Server server,
      Server reference,
      NodeFragments nodes,
      boolean argosy,
      Function<Query, Parameters> parameters,
      Executions executions) {
    this.server = server;
    this.reference = reference;
    this.nodes = nodes;
    this.argosy = argosy;
    this.parameters = parameters;
    this.executions = executions;
  }

  /**
   * Where to measure.
   *
   * @param url JDBC URL of the server under test
   * @param reference JDBC URL of the server whose answers are taken to be right
   * @param nodes JDBC URLs of the PostgreSQL servers behind the server under test; none if they
   *     cannot be reached
   * @param settings what is set on the server under test and its nodes, but not on the other server
   */
  public record Servers(
      String url, String reference, List<String> nodes, List<SessionSetting> settings) {}

  /**
   * How often each query is executed on each server.
   *
   * @param warmUps before the first one that is timed, at least once
   * @param timed at least once
   */
  public record Executions(int warmUps, int timed) {}

  /**
   * Connects.
   *
   * @param parameters gives a query's values
   */
  public static PairedBenchmark open(
      Servers servers, Function<Query, Parameters> parameters, Executions executions)
      throws ServerFailedException {
    Server server = Server.connect(servers.url());
    Server reference = null;
    NodeFragments nodes = null;
    try {
      reference = Server.connect(servers.reference());
      nodes = NodeFragments.connect(servers.nodes());
      boolean argosy = ServerKind.isArgosy(server.connection());
      for (SessionSetting setting : servers.settings()) {
        setting.apply(server);
        nodes.set(setting);
      }
      return new PairedBenchmark(server, reference, nodes, argosy, parameters, executions);
    } catch (SQLException e) {
      close(server, reference, nodes);
      throw server.failed(e);
    } catch (ServerFailedException e) {
      close(server, reference, nodes);
      throw e;
    }
  }

  /**
   * Measures one query. Its failure on the server under test is an outcome too.
   *
   * @throws ServerFailedException when another server fails, or when no further query could succeed
   */
  public PairedOutcome run(Query query) throws ServerFailedException, InterruptedException {
    String sql = query.sql(parameters.apply(query));
    try {
      Answer actual = TimedAnswer.measure(server.connection(), sql, 1).answer();
      Answer expected = onReference(sql).answer();
      for (int i = 1; i < executions.warmUps(); i++) {
        TimedAnswer.measure(server.connection(), sql, 1);
        onReference(sql);
      }
      QueryPlan plan = argosy ? QueryPlan.analyze(server.connection(), sql) : QueryPlan.UNKNOWN;
      Optional<String> fragment = nodes.isEmpty() ? Optional.empty() : plan.fragment();
      double[] seconds = new double[executions.timed()];
      double[] singleSeconds = new double[executions.timed()];
      double[] fragmentSeconds = new double[executions.timed()];
      if (fragment.isPresent()) {
        nodes.slowest(fragment.get());
      }
      for (int i = 0; i < executions.timed(); i++) {
        seconds[i] = TimedAnswer.measure(server.connection(), sql, 1).seconds();
        if (fragment.isPresent()) {
          fragmentSeconds[i] = nodes.slowest(fragment.get());
        }
        singleSeconds[i] = onReference(sql).seconds();
      }
      Optional<String> difference =
          AnswerComparison.firstDifference(expected, actual, query.ordering());
      QueryOutcome outcome =
          new QueryOutcome(
              query,
              plan,
              OptionalDouble.of(TimedAnswer.median(seconds)),
              OptionalDouble.of(TimedAnswer.median(singleSeconds)),
              OptionalLong.of(actual.rows().size()),
              Optional.of(difference.isEmpty()),
              difference);
      return new PairedOutcome(
          outcome,
          fragment.isPresent()
              ? OptionalDouble.of(TimedAnswer.median(fragmentSeconds))
              : OptionalDouble.empty());
    } catch (SQLException e) {
      if (Server.isFatal(e)) {
        throw server.failed(e);
      }
      return new PairedOutcome(QueryOutcome.failed(query, e, true), OptionalDouble.empty());
    }
  }

  private TimedAnswer onReference(String sql) throws ServerFailedException {
    try {
      return TimedAnswer.measure(reference.connection(), sql, 1);
    } catch (SQLException e) {
      throw reference.failed(e);
    }
  }

  @Override
  public void close() throws ServerFailedException {
    close(server, reference, nodes);
  }

  private static void close(Server server, Server reference, NodeFragments nodes)
      throws ServerFailedException {
    try {
      server.close();
      if (reference != null) {
        reference.close();
      }
    } finally {
      if (nodes != null) {
        nodes.close();
      }
    }
  }
}
