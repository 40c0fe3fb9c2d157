package io.argosy.tpcd.bundling;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.argosy.tpcd.performance.Environment;
import io.argosy.tpcd.report.BarChart;
import io.argosy.tpcd.report.BarChart.Series;
import io.argosy.tpcd.report.Block;
import io.argosy.tpcd.report.Block.Paragraph;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.Report;
import io.argosy.tpcd.report.Report.Section;
import io.argosy.tpcd.report.ReportTable;
import io.argosy.tpcd.report.ReportTable.Column;
import io.argosy.tpcd.report.ReportWriter;
import io.argosy.tpcd.run.QueryOutcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * The report of a comparison, as a page and as data.
 *
 * @param scale scale factor of the data
 * @param repetitions how many executions each median is of
 * @param outcomes for every query one for each value of {@link Bundling}, in their order
 */
public record BundlingReport(
    Environment environment, double scale, int repetitions, List<List<QueryOutcome>> outcomes) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Writes the page and the data. */
  public void write(ReportWriter writer) throws IOException {
    writer.write(report(), raw(), json());
  }

  private Report report() {
    List<Block> times = new ArrayList<>();
    times.add(
        new Paragraph(
            "A query is a chain of operations: read, join, group. Argosy can ship them to the nodes"
                + " as one statement (a bundle), or each as a statement of its own that writes a"
                + " temporary table for the next one. The setting argosy.bundling decides: none,"
                + " default (what the planner finds cheapest) or all."));
    times.add(
        new BarChart(
            "Time of each query, the median of %d executions".formatted(repetitions),
            0,
            false,
            Numbers::seconds,
            titles(),
            series(QueryOutcome::seconds)));
    times.add(
        new BarChart(
            "Speed-up over bundling none: to the right of the line (1×) the bundle is faster; equal"
                + " distances are equal ratios",
            1,
            true,
            Numbers::factor,
            titles(),
            List.of(speedUps(Bundling.DEFAULT), speedUps(Bundling.ALL))));
    times.add(
        new BarChart(
            "Bytes that crossed the network; equal distances are equal ratios",
            1,
            true,
            Numbers::bytes,
            titles(),
            series(BundlingReport::networkBytes)));
    times.add(table(Numbers::seconds, Numbers::bytes));
    return new Report(
        "Bundling at scale %s on %s".formatted(Numbers.rounded(scale), environment.name()),
        "Each query was run once with each setting to warm up, then with the settings in turn."
            + " Answers were compared with those under the first setting.",
        List.of(
            new Section("What one statement instead of many is worth", times),
            environment.section()));
  }

  private List<String> titles() {
    return outcomes.stream().map(row -> row.getFirst().query().title()).toList();
  }

  private List<Series> series(Function<QueryOutcome, OptionalDouble> value) {
    List<Series> all = new ArrayList<>();
    for (Bundling bundling : Bundling.values()) {
      all.add(
          new Series(
              bundling + ": " + bundling.meaning(),
              outcomes.stream().map(row -> value.apply(outcome(row, bundling))).toList()));
    }
    return all;
  }

  private Series speedUps(Bundling bundling) {
    return new Series(
        bundling.toString(),
        outcomes.stream()
            .map(
                row ->
                    OptionalDouble.of(
                        seconds(outcome(row, Bundling.NONE)) / seconds(outcome(row, bundling))))
            .toList());
  }

  private static QueryOutcome outcome(List<QueryOutcome> row, Bundling bundling) {
    return row.get(List.of(Bundling.values()).indexOf(bundling));
  }

  private static double seconds(QueryOutcome outcome) {
    return outcome.seconds().orElseThrow();
  }

  /** Nothing for 0, which has no place among ratios. */
  private static OptionalDouble networkBytes(QueryOutcome outcome) {
    long bytes = outcome.plan().networkBytes().orElse(0);
    return bytes > 0 ? OptionalDouble.of((double) bytes) : OptionalDouble.empty();
  }

  private ReportTable raw() {
    return table(seconds -> Double.toString(seconds), bytes -> Long.toString((long) bytes));
  }

  private ReportTable table(DoubleFunction<String> seconds, DoubleFunction<String> bytes) {
    List<List<String>> rows = new ArrayList<>();
    for (List<QueryOutcome> row : outcomes) {
      for (Bundling bundling : Bundling.values()) {
        QueryOutcome outcome = outcome(row, bundling);
        rows.add(
            List.of(
                outcome.query().title(),
                bundling.toString(),
                outcome.plan().strategy().orElse(""),
                seconds.apply(seconds(outcome)),
                bytes.apply(networkBytes(outcome).orElse(0)),
                outcome.difference().orElse("same")));
      }
    }
    return new ReportTable(
        "All measurements",
        List.of(
            Column.text("query", ""),
            Column.text("bundling", ""),
            Column.text("strategy", "how Argosy answered it"),
            Column.number("seconds", "the median"),
            Column.number("network", "bytes that crossed the network"),
            Column.text("answer", "against that under the first setting")),
        rows);
  }

  private ObjectNode json() {
    ObjectNode root = JSON.createObjectNode();
    environment.describe(root);
    root.put("scale", scale);
    root.put("repetitions", repetitions);
    ArrayNode rows = root.putArray("queries");
    for (List<QueryOutcome> row : outcomes) {
      for (Bundling bundling : Bundling.values()) {
        QueryOutcome outcome = outcome(row, bundling);
        ObjectNode node = rows.addObject();
        node.put("query", outcome.query().number());
        node.put("bundling", bundling.toString());
        node.put("strategy", outcome.plan().strategy().orElse(null));
        node.put("seconds", seconds(outcome));
        node.put("network_bytes", outcome.plan().networkBytes().orElse(0));
        node.put("difference", outcome.difference().orElse(null));
      }
    }
    return root;
  }
}
