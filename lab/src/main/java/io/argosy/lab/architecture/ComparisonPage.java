package io.argosy.lab.architecture;

import io.argosy.lab.testbed.Throttles;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.report.BarChart;
import io.argosy.tpcd.report.Block;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.Report;
import io.argosy.tpcd.report.ReportTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/**
 * A comparison as a page for people.
 *
 * @param nodes how many nodes there were
 * @param workload what was run
 * @param outcomes what the architectures have shown, the one that speed-ups are over first
 */
record ComparisonPage(int nodes, Comparison.Workload workload, List<ArchitectureOutcome> outcomes) {
  private static final String NOTICE =
      "All machines are one computer, which gives each a fixed rate of disk reads, a fixed link"
          + " and, where it says so, a fixed part of a processor. Every query ran once with all"
          + " caches cold. These are not TPC results.";

  Report report() {
    return new Report(
        "Query shipping against spreading the storage",
        NOTICE,
        List.of(conditions(), times(), storage(), data(), processors()));
  }

  private Report.Section conditions() {
    List<List<String>> rows = new ArrayList<>();
    for (ArchitectureOutcome outcome : outcomes) {
      rows.add(
          List.of(
              outcome.architecture().name(),
              outcome.architecture().description(),
              outcome.succeeded() ? "all answers are the same" : differences(outcome)));
    }
    return new Report.Section(
        "What was compared",
        List.of(
            new Block.Paragraph(
                "TPC-D at scale %s, a client machine and %d nodes; each with %s."
                    .formatted(workload.scale(), nodes, throttles(workload.throttles()))),
            new ReportTable(
                "The architectures",
                List.of(
                    ReportTable.Column.text("name", ""),
                    ReportTable.Column.text("what it is", ""),
                    ReportTable.Column.text("answers", "compared with the first one's")),
                rows)));
  }

  private static String differences(ArchitectureOutcome outcome) {
    return String.join(
        "; ",
        outcome.queries().stream()
            .filter(cost -> cost.difference().isPresent())
            .map(QueryCost::toString)
            .toList());
  }

  private static String throttles(Throttles throttles) {
    String cores =
        throttles.cores().isPresent()
            ? String.format(Locale.ROOT, "%.2f of a processor", throttles.cores().getAsDouble())
            : "all processors";
    return "%s, disk reads of %s, a link of %s"
        .formatted(
            cores,
            throttles.disk().map(Object::toString).orElse("any rate"),
            throttles.network().map(Object::toString).orElse("any rate"));
  }

  private Report.Section times() {
    ArchitectureOutcome first = outcomes.getFirst();
    return new Report.Section(
        "Times",
        List.of(
            chart(
                "Seconds for each query (shorter is better)",
                0,
                false,
                Numbers::seconds,
                (outcome, cost) -> cost.seconds()),
            chart(
                "Times faster than " + first.architecture().name() + " (longer is better)",
                1,
                true,
                Numbers::factor,
                (outcome, cost) -> outcome.speedUp(cost, first))));
  }

  private Report.Section storage() {
    ArchitectureOutcome first = outcomes.getFirst();
    return new Report.Section(
        "The storage alone, and the queries of the model",
        List.of(
            rates(
                "Bytes per second that reading a file gives, by the size of a read",
                first.throughputs().stream()
                    .map(read -> (read.blockBytes() >> 10) + " KiB")
                    .toList(),
                outcome ->
                    outcome.throughputs().stream()
                        .mapToDouble(read -> read.rate().bytesPerSecond())),
            rates(
                "Bytes of a table per second that a maximum over it and a sort of it read",
                first.streams().stream().map(stream -> stream.query().toString()).toList(),
                outcome -> outcome.streams().stream().mapToDouble(StreamCost::bytesPerSecond))));
  }

  private BarChart rates(
      String caption, List<String> categories, Function<ArchitectureOutcome, DoubleStream> rates) {
    List<BarChart.Series> series =
        outcomes.stream()
            .map(
                outcome ->
                    new BarChart.Series(
                        outcome.architecture().name(),
                        rates.apply(outcome).mapToObj(OptionalDouble::of).toList()))
            .toList();
    return new BarChart(caption, 0, false, rate -> Numbers.bytes(rate) + "/s", categories, series);
  }

  private Report.Section data() {
    return new Report.Section(
        "Data",
        List.of(
            chart(
                "Bytes read from all disks",
                0,
                false,
                Numbers::bytes,
                (outcome, cost) -> known(cost, cost.diskBytes())),
            chart(
                "Bytes that reached the client machine over its link",
                0,
                false,
                Numbers::bytes,
                (outcome, cost) -> known(cost, cost.clientNetworkBytes()))));
  }

  private Report.Section processors() {
    return new Report.Section(
        "Processors",
        List.of(
            chart(
                "Processor time on the client machine",
                0,
                false,
                Numbers::seconds,
                (outcome, cost) -> known(cost, cost.clientCpuSeconds())),
            chart(
                "Processor time on all nodes",
                0,
                false,
                Numbers::seconds,
                (outcome, cost) -> known(cost, cost.nodesCpuSeconds()))));
  }

  private static OptionalDouble known(QueryCost cost, double value) {
    return cost.seconds().isPresent() ? OptionalDouble.of(value) : OptionalDouble.empty();
  }

  private BarChart chart(
      String caption,
      double baseline,
      boolean logarithmic,
      DoubleFunction<String> format,
      BiFunction<ArchitectureOutcome, QueryCost, OptionalDouble> figure) {
    List<BarChart.Series> series = new ArrayList<>();
    for (ArchitectureOutcome outcome : outcomes) {
      series.add(
          new BarChart.Series(
              outcome.architecture().name(),
              outcome.queries().stream().map(cost -> figure.apply(outcome, cost)).toList()));
    }
    List<String> categories =
        workload.queries().stream().map(Query::number).map(number -> "query " + number).toList();
    return new BarChart(caption, baseline, logarithmic, format, categories, series);
  }
}
