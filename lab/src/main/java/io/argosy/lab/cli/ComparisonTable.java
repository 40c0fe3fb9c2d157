package io.argosy.lab.cli;

import io.argosy.lab.architecture.ArchitectureOutcome;
import io.argosy.lab.architecture.QueryCost;
import io.argosy.lab.architecture.RawReads;
import io.argosy.lab.architecture.StreamCost;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/** What architectures have shown, side by side. */
final class ComparisonTable {
  private final PrintWriter out;

  ComparisonTable(PrintWriter out) {
    this.out = out;
  }

  void print(List<ArchitectureOutcome> outcomes) {
    ArchitectureOutcome first = outcomes.getFirst();
    heading("raw reads, MB/s", outcomes);
    List<RawReads.Throughput> throughputs = first.throughputs();
    for (int i = 0; i < throughputs.size(); i++) {
      int size = i;
      row(
          (throughputs.get(i).blockBytes() >> 10) + " KiB",
          outcomes,
          outcome ->
              OptionalDouble.of(outcome.throughputs().get(size).rate().bytesPerSecond() / 1e6));
    }
    heading("queries of the model, MB/s", outcomes);
    List<StreamCost> streams = first.streams();
    for (int i = 0; i < streams.size(); i++) {
      int index = i;
      row(
          streams.get(i).query().toString(),
          outcomes,
          outcome -> OptionalDouble.of(outcome.streams().get(index).bytesPerSecond() / 1e6));
    }
    queries("cold queries, s", outcomes, (outcome, cost) -> cost.seconds());
    queries(
        "speed-up over " + first.architecture().name(),
        outcomes,
        (outcome, cost) -> outcome.speedUp(cost, first));
    queries(
        "read from disks, MB",
        outcomes,
        (outcome, cost) -> OptionalDouble.of(cost.diskBytes() / 1e6));
    queries(
        "received by the client, MB",
        outcomes,
        (outcome, cost) -> OptionalDouble.of(cost.clientNetworkBytes() / 1e6));
    queries(
        "processor time of the client, s",
        outcomes,
        (outcome, cost) -> OptionalDouble.of(cost.clientCpuSeconds()));
    queries(
        "stolen by the machine's host, %",
        outcomes, (outcome, cost) -> OptionalDouble.of(cost.stolenShare() * 100));
    for (ArchitectureOutcome outcome : outcomes) {
      for (QueryCost cost : outcome.queries()) {
        cost.difference()
            .ifPresent(
                text ->
                    out.printf(
                        "%s, query %d: %s%n",
                        outcome.architecture().name(), cost.query().number(), text));
      }
    }
    out.flush();
  }

  @FunctionalInterface
  private interface Figure {
    OptionalDouble of(ArchitectureOutcome outcome, QueryCost cost);
  }

  private void queries(String title, List<ArchitectureOutcome> outcomes, Figure figure) {
    heading(title, outcomes);
    List<QueryCost> costs = outcomes.getFirst().queries();
    for (int i = 0; i < costs.size(); i++) {
      int index = i;
      row(
          "query " + costs.get(i).query().number(),
          outcomes,
          outcome -> figure.of(outcome, outcome.queries().get(index)));
    }
  }

  private void heading(String title, List<ArchitectureOutcome> outcomes) {
    out.printf("%n%-32s", title);
    outcomes.forEach(outcome -> out.printf("%12s", outcome.architecture().name()));
    out.println();
  }

  private void row(
      String label,
      List<ArchitectureOutcome> outcomes,
      Function<ArchitectureOutcome, OptionalDouble> figure) {
    out.printf("%-32s", label);
    for (ArchitectureOutcome outcome : outcomes) {
      OptionalDouble value = figure.apply(outcome);
      out.printf(
          "%12s",
          value.isPresent() ? String.format(Locale.ROOT, "%.2f", value.getAsDouble()) : "-");
    }
    out.println();
  }
}
