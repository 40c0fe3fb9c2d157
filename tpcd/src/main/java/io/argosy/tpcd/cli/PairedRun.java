package io.argosy.tpcd.cli;

import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.run.PairedBenchmark;
import io.argosy.tpcd.run.PairedOutcome;
import io.argosy.tpcd.run.ServerFailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Times a list of queries on two servers in turn and shows the outcomes.
 *
 * @param parameters gives a query's values
 * @param file where the outcomes are written, again after each query
 */
record PairedRun(
    PairedBenchmark.Servers servers,
    Function<Query, Parameters> parameters,
    PairedBenchmark.Executions executions,
    OutcomeFile file) {
  /** A file of outcomes, if there is one. */
  @FunctionalInterface
  interface OutcomeFile {
    void write(List<PairedOutcome> outcomes) throws IOException;
  }

  /** Returns whether all queries were answered, and none differently on the two servers. */
  boolean run(List<Query> queries, PairedTable table)
      throws ServerFailedException, IOException, InterruptedException {
    List<PairedOutcome> outcomes = new ArrayList<>();
    try (PairedBenchmark benchmark = PairedBenchmark.open(servers, parameters, executions)) {
      // Before the first query, so that a file that cannot be written is known at once.
      file.write(outcomes);
      table.header();
      for (Query query : queries) {
        PairedOutcome outcome = benchmark.run(query);
        table.row(outcome);
        outcomes.add(outcome);
        file.write(outcomes);
      }
    }
    table.footer(outcomes);
    return outcomes.stream().allMatch(paired -> paired.outcome().succeeded());
  }
}
