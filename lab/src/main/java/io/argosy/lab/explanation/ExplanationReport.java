package io.argosy.lab.explanation;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.argosy.tpcd.report.BarChart;
import io.argosy.tpcd.report.BarChart.Series;
import io.argosy.tpcd.report.Block.Paragraph;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.Report;
import io.argosy.tpcd.report.Report.Section;
import io.argosy.tpcd.report.ReportTable;
import io.argosy.tpcd.report.ReportTable.Column;
import io.argosy.tpcd.report.ReportWriter;
import io.argosy.tpcd.run.QueryResources;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Where the time of queries goes on all machines, and what was predicted, as a page and as data.
 *
 * @param machine the real machine
 * @param clusters in the order in which they were measured
 * @param predictions by what they are from and to
 */
public record ExplanationReport(
    String machine,
    Explanations.Workload workload,
    List<ExplainedCluster> clusters,
    List<List<CheckedForecast>> predictions) {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final double PERCENT = 100;

  /** What the bars show, by the words that EXPLAIN has. */
  private static final Map<String, String[]> RESOURCES =
      new TreeMap<>(
          Map.of(
              "processor", TimeWords.RUNNING,
              "queue", new String[] {TimeWords.QUEUE},
              "disk", new String[] {TimeWords.DISK},
              "network", new String[] {TimeWords.PEERS, "network and agent"},
              "coordinator", new String[] {"coordinator"},
              "unknown", new String[] {"not explained"}));

  public ExplanationReport {
    clusters = List.copyOf(clusters);
    predictions = predictions.stream().map(List::copyOf).toList();
  }

  /** Writes the page and the data. */
  public void write(ReportWriter writer) throws IOException {
    writer.write(report(), table(), json());
  }

  private Report report() {
    List<Section> sections = new ArrayList<>();
    for (List<CheckedForecast> all : predictions) {
      sections.add(section(all));
    }
    sections.add(new Section("Where the time went", List.of(table())));
    sections.add(
        new Section("Where it ran", List.of(new Paragraph("The real machine: " + machine))));
    return new Report(
        "Queries explained at scale " + Numbers.rounded(workload.scale()),
        "Every machine has a fixed share of a processor of one real machine. Times are of the"
            + " execution, without planning.",
        sections);
  }

  private Section section(List<CheckedForecast> all) {
    CheckedForecast any = all.getFirst();
    return new Section(
        "From %s to %s".formatted(any.base().hardware(), any.other().hardware()),
        List.of(
            new Paragraph(summary(all)),
            new BarChart(
                "Seconds predicted and measured",
                0,
                false,
                Numbers::rounded,
                all.stream().map(each -> each.query().title()).toList(),
                List.of(
                    new Series("before", seconds(all.stream().map(CheckedForecast::before))),
                    new Series(
                        "predicted", seconds(all.stream().map(p -> p.forecast().milliseconds()))),
                    new Series("measured", seconds(all.stream().map(CheckedForecast::measured))))),
            new ReportTable(
                "Predictions",
                List.of(
                    Column.text("query", ""),
                    Column.number("before", "seconds on the first machines"),
                    Column.number("predicted", "seconds"),
                    Column.number("at_least", "seconds"),
                    Column.number("at_most", "seconds"),
                    Column.number("measured", "seconds"),
                    Column.number("error", "of what was measured")),
                all.stream().map(ExplanationReport::row).toList())));
  }

  private static List<OptionalDouble> seconds(Stream<Double> milliseconds) {
    return milliseconds.map(value -> OptionalDouble.of(value / 1000)).toList();
  }

  private static List<String> row(CheckedForecast each) {
    return List.of(
        each.query().title(),
        Numbers.rounded(each.before() / 1000),
        Numbers.rounded(each.forecast().milliseconds() / 1000),
        Numbers.rounded(each.forecast().least() / 1000),
        Numbers.rounded(each.forecast().most() / 1000),
        Numbers.rounded(each.measured() / 1000),
        String.format(Locale.ROOT, "%+.0f %%", PERCENT * each.error()));
  }

  /** The errors, in words, and whether those that are limited by what there is more of fell. */
  public static String summary(List<CheckedForecast> all) {
    List<CheckedForecast> limited = all.stream().filter(CheckedForecast::isOfItsLimit).toList();
    return String.format(
        Locale.ROOT,
        "%s to %s: error %.1f %% on average, %.1f %% at most; %d of %d are in the interval; %d of"
            + " %d that are limited by it became faster",
        all.getFirst().base().hardware(),
        all.getFirst().other().hardware(),
        PERCENT * CheckedForecast.meanError(all),
        PERCENT * CheckedForecast.largestError(all),
        all.stream().filter(CheckedForecast::isWithin).count(),
        all.size(),
        limited.stream().filter(CheckedForecast::fell).count(),
        limited.size());
  }

  private ReportTable table() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("machines", ""));
    columns.add(Column.text("query", ""));
    columns.add(Column.number("seconds", "of the execution"));
    RESOURCES.keySet().forEach(name -> columns.add(Column.number(name, "of the time")));
    columns.add(Column.text("limited_by", ""));
    List<List<String>> rows = new ArrayList<>();
    for (ExplainedCluster cluster : clusters) {
      for (ExplainedQuery query : cluster.queries()) {
        QueryResources used = query.resources();
        List<String> row = new ArrayList<>();
        row.add(cluster.hardware().toString());
        row.add(query.query().title());
        row.add(Numbers.rounded(used.milliseconds() / 1000));
        RESOURCES.forEach(
            (name, words) ->
                row.add(String.format(Locale.ROOT, "%.0f %%", PERCENT * used.share(words))));
        row.add(used.limit());
        rows.add(row);
      }
    }
    return new ReportTable("Shares of the time", columns, rows);
  }

  private ObjectNode json() {
    ObjectNode root = JSON.createObjectNode();
    root.put("machine", machine).put("scale", workload.scale());
    ArrayNode all = root.putArray("clusters");
    for (ExplainedCluster cluster : clusters) {
      ObjectNode node = all.addObject();
      node.put("machines", cluster.hardware().toString());
      node.put("standardWork", cluster.standardWork());
      ArrayNode queries = node.putArray("queries");
      for (ExplainedQuery query : cluster.queries()) {
        ObjectNode entry = queries.addObject().put("query", query.query().number());
        query.fixed().forEach((step, share) -> entry.withObject("/fixed").put(step, share));
        entry.set("explanation", query.resources().tree());
      }
    }
    ArrayNode forecasts = root.putArray("predictions");
    for (List<CheckedForecast> pair : predictions) {
      for (CheckedForecast each : pair) {
        forecasts
            .addObject()
            .put("from", each.base().hardware().toString())
            .put("to", each.other().hardware().toString())
            .put("query", each.query().number())
            .put("before", each.before())
            .put("predicted", each.forecast().milliseconds())
            .put("least", each.forecast().least())
            .put("most", each.forecast().most())
            .put("measured", each.measured());
      }
    }
    return root;
  }
}
