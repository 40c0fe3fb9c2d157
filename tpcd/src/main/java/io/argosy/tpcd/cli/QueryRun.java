package io.argosy.tpcd.cli;

import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.run.Benchmark;
import io.argosy.tpcd.run.OutcomeJson;
import io.argosy.tpcd.run.QueryOutcome;
import io.argosy.tpcd.run.ServerFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs a list of queries and shows their outcomes.
 *
 * @param url JDBC URL of the server under test
 * @param against JDBC URL of the server to compare with
 * @param parameters gives a query's values
 * @param repetitions how often each is executed
 * @param json file to write the outcomes to, again after each query
 */
record QueryRun(
    String url,
    Optional<String> against,
    Function<Query, Parameters> parameters,
    int repetitions,
    Optional<Path> json) {
  /** Returns whether all queries were answered, and none differently from the other server. */
  boolean run(List<Query> queries, PrintWriter out) throws ServerFailedException, IOException {
    OutcomeTable table = new OutcomeTable(out);
    List<QueryOutcome> outcomes = new ArrayList<>();
    try (Benchmark benchmark = Benchmark.open(url, against, parameters, repetitions)) {
      // Before the first query, so that a file that cannot be written is known at once.
      writeJson(outcomes);
      table.header();
      for (Query query : queries) {
        QueryOutcome outcome = benchmark.run(query);
        table.row(outcome);
        outcomes.add(outcome);
        writeJson(outcomes);
      }
    }
    table.footer(outcomes);
    return outcomes.stream().allMatch(QueryOutcome::succeeded);
  }

  private void writeJson(List<QueryOutcome> outcomes) throws IOException {
    if (json.isPresent()) {
      OutcomeJson.write(json.get(), outcomes);
    }
  }
}
