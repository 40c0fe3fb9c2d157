package io.argosy.lab.growth;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.argosy.tpcd.report.Block;
import io.argosy.tpcd.report.Block.Figure;
import io.argosy.tpcd.report.Block.Figures;
import io.argosy.tpcd.report.Block.Paragraph;
import io.argosy.tpcd.report.LineChart;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.Report;
import io.argosy.tpcd.report.Report.Section;
import io.argosy.tpcd.report.ReportTable;
import io.argosy.tpcd.report.ReportTable.Column;
import io.argosy.tpcd.report.ReportWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/**
 * The report of a growth, as a page and as data.
 *
 * @param machine the real machine
 * @param grown the cluster that had all sizes
 * @param made clusters that were made with as many nodes
 */
public record GrowthReport(
    String machine, GrowthPlan plan, GrowthOutcome grown, List<GrowthOutcome> made) {
  private static final ObjectMapper JSON = new ObjectMapper();

  public GrowthReport {
    made = List.copyOf(made);
  }

  /** Writes the page and the data. */
  public void write(ReportWriter writer) throws IOException {
    writer.write(report(), table(value -> Double.toString(value)), json());
  }

  private Report report() {
    List<Section> sections = new ArrayList<>();
    sections.add(new Section("What clients noticed", List.of(figures(), chart())));
    sections.add(
        new Section(
            "Step by step",
            List.of(
                new Paragraph(
                    "A payment is a transaction of five statements on up to four nodes, as"
                        + " pgbench makes it. It waits where it meets a move of rows."),
                table(Numbers::rounded))));
    if (!made.isEmpty()) {
      sections.add(new Section("Beside clusters made with as many nodes", comparison()));
    }
    if (!differences().isEmpty()) {
      sections.add(
          new Section(
              "Answers that were wrong",
              differences().stream().map(what -> (Block) new Paragraph(what)).toList()));
    }
    sections.add(
        new Section("Where it ran", List.of(new Paragraph("The real machine: " + machine))));
    return new Report(
        "A cluster that has %s nodes, one after the other".formatted(sizes()),
        "Every machine has a fixed share of a processor of one real machine: %s of a core, that of"
                .formatted(Numbers.rounded(plan.cores().node()))
            + " the %d coordinators %s."
                .formatted(plan.coordinators(), Numbers.rounded(plan.cores().coordinator()))
            + " %d clients make payments to %,d accounts; one asks queries of TPC-D at scale %s."
                .formatted(
                    plan.clients(), plan.branches() * 100_000, Numbers.rounded(plan.scale())),
        sections);
  }

  private String sizes() {
    return grown.steps().stream()
        .filter(step -> !step.changes())
        .map(step -> String.valueOf(step.nodes()))
        .collect(Collectors.joining(", "));
  }

  private Figures figures() {
    return new Figures(
        List.of(
            new Figure(
                "Wrong answers",
                Integer.toString(grown.differences().size()),
                "of %,d that were compared: those of queries with the first ones, and the bank's sums"
                    .formatted(grown.checks())),
            new Figure(
                "Longest wait",
                Numbers.seconds(grown.longestPayment()),
                "that a client had for a payment while nodes or rows came or went"),
            new Figure(
                "Lowest speed",
                Numbers.rounded(100 * grown.lowestShare()) + " %",
                "of the payments per second before, in the worst %s seconds"
                    .formatted(Numbers.rounded(GrowthStep.WINDOW))),
            new Figure(
                "Tried again",
                "%,d".formatted(grown.retries()),
                "payments that met a serialization failure or a deadlock")));
  }

  private LineChart chart() {
    List<LineChart.Point> points = new ArrayList<>();
    for (int second = 0; second < grown.rates().size(); second++) {
      points.add(new LineChart.Point(second + 0.5, grown.rates().get(second)));
    }
    return new LineChart(
        "Payments in each second; nodes or rows come or go where it is shaded",
        Numbers::rounded,
        List.of(new LineChart.Line("payments per second", points)),
        grown.steps().stream()
            .filter(GrowthStep::changes)
            .map(step -> new LineChart.Period(step.name(), step.start(), step.seconds()))
            .toList());
  }

  private List<Block> comparison() {
    List<List<String>> rows = new ArrayList<>();
    for (GrowthOutcome outcome : made) {
      GrowthStep fresh = outcome.steps().getFirst();
      grown.steps().stream()
          .filter(step -> !step.changes() && step.nodes() == fresh.nodes())
          .forEach(
              step ->
                  rows.add(
                      List.of(
                          Integer.toString(fresh.nodes()),
                          Numbers.rounded(step.payments()),
                          Numbers.rounded(fresh.payments()),
                          Numbers.rounded(step.payments() / fresh.payments()),
                          Numbers.rounded(step.querySeconds()),
                          Numbers.rounded(fresh.querySeconds()))));
    }
    return List.of(
        new ReportTable(
            "Speed of the cluster that has grown, and of one made so",
            List.of(
                Column.number("nodes", ""),
                Column.number("grown, payments/s", ""),
                Column.number("made so, payments/s", ""),
                Column.number("ratio", ""),
                Column.number("grown, s/query", "on average"),
                Column.number("made so, s/query", "on average")),
            rows));
  }

  private List<String> differences() {
    List<String> all = new ArrayList<>(grown.differences());
    made.forEach(outcome -> all.addAll(outcome.differences()));
    return all;
  }

  private ReportTable table(DoubleFunction<String> number) {
    return new ReportTable(
        "Steps",
        List.of(
            Column.text("step", ""),
            Column.number("start", "seconds"),
            Column.number("seconds", "how long it took"),
            Column.number("payments", "per second"),
            Column.number("fewest", "the same in its worst seconds"),
            Column.number("longest", "the longest payment, in seconds"),
            Column.number("queries", "that were answered"),
            Column.number("query_seconds", "how long one took, on average"),
            Column.text("uneven", "how far a node's part of the accounts is from an equal one"),
            Column.text("detail", "")),
        grown.steps().stream().map(step -> row(step, number)).toList());
  }

  private static List<String> row(GrowthStep step, DoubleFunction<String> number) {
    return List.of(
        step.name(),
        number.apply(step.start()),
        number.apply(step.seconds()),
        number.apply(step.payments()),
        number.apply(step.fewestPayments()),
        number.apply(step.longestPayment()),
        Integer.toString(step.queries()),
        step.queries() == 0 ? "" : number.apply(step.querySeconds()),
        step.shares().isEmpty() ? "" : Numbers.rounded(100 * step.unevenness()) + " %",
        step.detail());
  }

  private ObjectNode json() {
    ObjectNode root = JSON.createObjectNode();
    root.put("machine", machine);
    root.put("scale", plan.scale());
    root.put("branches", plan.branches());
    root.put("clients", plan.clients());
    root.put("coordinators", plan.coordinators());
    root.put("cores", plan.cores().node());
    root.put("coordinator_cores", plan.cores().coordinator());
    root.set("grown", json(grown));
    ArrayNode others = root.putArray("made");
    made.forEach(outcome -> others.add(json(outcome)));
    return root;
  }

  private static ObjectNode json(GrowthOutcome outcome) {
    ObjectNode node = JSON.createObjectNode();
    node.put("checks", outcome.checks());
    node.put("retries", outcome.retries());
    node.put("longest_payment", outcome.longestPayment());
    node.put("lowest_share", outcome.lowestShare());
    ArrayNode differences = node.putArray("differences");
    outcome.differences().forEach(differences::add);
    ArrayNode rates = node.putArray("payments_by_second");
    outcome.rates().forEach(rates::add);
    ArrayNode steps = node.putArray("steps");
    for (GrowthStep step : outcome.steps()) {
      ObjectNode row = steps.addObject();
      row.put("name", step.name());
      row.put("nodes", step.nodes());
      row.put("start", step.start());
      row.put("end", step.end());
      row.put("payments", step.payments());
      row.put("fewest_payments", step.fewestPayments());
      row.put("longest_payment", step.longestPayment());
      row.put("queries", step.queries());
      row.put("query_seconds", Double.isNaN(step.querySeconds()) ? null : step.querySeconds());
      ArrayNode shares = row.putArray("shares");
      step.shares().forEach(shares::add);
      row.put("detail", step.detail());
    }
    return node;
  }
}
