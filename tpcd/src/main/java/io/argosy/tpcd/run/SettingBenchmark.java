package io.argosy.tpcd.run;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.compare.Answer;
import io.argosy.tpcd.compare.AnswerComparison;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * Times queries on Argosy under several values of one of its settings in turn, so that whatever
 * else the machine does meanwhile hits all alike: each query once with each value to warm up, then
 * so many rounds, of which the medians count. Used by one thread.
 */
public final class SettingBenchmark implements AutoCloseable {
  private final Server server;
  private final List<SessionSetting> values;
  private final Function<Query, Parameters> parameters;
  private final int repetitions;

  private SettingBenchmark(
      Server server,
      List<SessionSetting> values,
      Function<Query, Parameters> parameters,
      int repetitions) {
    this.server = server;
    this.values = values;
    this.parameters = parameters;
    this.repetitions = repetitions;
  }

  /**
   * Connects.
   *
   * @param url JDBC URL of the server
   * @param values the settings to compare; the answers under the first are taken to be right
   * @param parameters gives a query's values
   * @param repetitions how many rounds are measured, at least one
   * @throws BenchmarkException 0A000 when the server is not Argosy
   */
  public static SettingBenchmark open(
      String url,
      List<SessionSetting> values,
      Function<Query, Parameters> parameters,
      int repetitions)
      throws ServerFailedException {
    Server server = Server.connectToArgosy(url, values.getFirst().name());
    return new SettingBenchmark(server, List.copyOf(values), parameters, repetitions);
  }

  /** Measures one query; gives an outcome for every value of the setting, in their order. */
  public List<QueryOutcome> run(Query query) throws ServerFailedException {
    String sql = query.sql(parameters.apply(query));
    try {
      List<Answer> answers = new ArrayList<>();
      List<QueryPlan> plans = new ArrayList<>();
      for (SessionSetting value : values) {
        value.apply(server);
        answers.add(TimedAnswer.measure(server.connection(), sql, 1).answer());
        plans.add(QueryPlan.analyze(server.connection(), sql));
      }
      double[][] seconds = new double[values.size()][repetitions];
      for (int round = 0; round < repetitions; round++) {
        for (int i = 0; i < values.size(); i++) {
          values.get(i).apply(server);
          seconds[i][round] = TimedAnswer.measure(server.connection(), sql, 1).seconds();
        }
      }
      List<QueryOutcome> outcomes = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        Optional<String> difference =
            AnswerComparison.firstDifference(answers.getFirst(), answers.get(i), query.ordering());
        outcomes.add(
            new QueryOutcome(
                query,
                plans.get(i),
                OptionalDouble.of(TimedAnswer.median(seconds[i])),
                OptionalDouble.empty(),
                OptionalLong.of(answers.get(i).rows().size()),
                Optional.of(difference.isEmpty()),
                difference));
      }
      return outcomes;
    } catch (SQLException e) {
      throw server.failed(e);
    }
  }

  @Override
  public void close() throws ServerFailedException {
    server.close();
  }
}
