package io.argosy.tpcd.oltp;

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
import io.argosy.tpcd.report.ReportWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;

/**
 * The report of a load, as a page and as data.
 *
 * @param environments the servers by name, in their order; ratios are to the first
 * @param clientProcess what the client's process does besides, in words
 */
public record OltpReport(
    Map<String, Environment> environments,
    String clientProcess,
    OltpBenchmark benchmark,
    List<Comparison> comparisons) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Writes the page and the data. */
  public void write(ReportWriter writer) throws IOException {
    writer.write(report(), new OltpFigures(names(), clientProcess).raw(comparisons), json());
  }

  private List<String> names() {
    return List.copyOf(environments.keySet());
  }

  private Report report() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Paragraph(
            "Tables of pgbench at scale %d: %,d accounts. Each client has a connection and a thread,"
                    .formatted(benchmark.scale(), (long) benchmark.scale() * TableSet.ACCOUNTS)
                + " and sends its next transaction when it has the answer to the last. Each server"
                + " was warmed up for %s before each measurement."
                    .formatted(Numbers.seconds(benchmark.lengths().warmUpSeconds()))));
    for (int count : benchmark.clients()) {
      blocks.add(
          chart(
              "Transactions (or batches) in a second with %d clients; equal distances are equal ratios"
                  .formatted(count),
              count,
              outcome -> outcome.median(Measurement::perSecond),
              Numbers::rounded));
    }
    blocks.add(new OltpFigures(names(), clientProcess).table(comparisons));
    comparisons.stream()
        .map(Comparison::workload)
        .map(Workload::kind)
        .distinct()
        .map(kind -> new Paragraph(kind + ": " + kind.meaning() + "."))
        .forEach(blocks::add);
    comparisons.stream()
        .map(Comparison::workload)
        .map(Workload::mode)
        .distinct()
        .map(mode -> new Paragraph(mode + ": " + mode.meaning() + "."))
        .forEach(blocks::add);
    List<Block> where = new ArrayList<>();
    environments.forEach(
        (name, server) ->
            where.add(
                new Paragraph("%s: %s, %s".formatted(name, server.url(), server.serverVersion()))));
    where.add(new Paragraph("Machine of the client: " + Environment.thisMachine()));
    return new Report(
        "Short statements on " + String.join(", ", names()),
        "Medians of %d rounds of %s for each measurement, in each of which every workload was run on every server in turn."
            .formatted(
                benchmark.lengths().rounds(), Numbers.seconds(benchmark.lengths().seconds())),
        List.of(new Section("How many, how fast", blocks), new Section("Where it ran", where)));
  }

  private BarChart chart(
      String caption,
      int clients,
      Function<ServerOutcome, OptionalDouble> value,
      DoubleFunction<String> format) {
    List<Comparison> shown =
        comparisons.stream().filter(each -> each.clients() == clients).toList();
    List<Series> series =
        names().stream()
            .map(
                name ->
                    new Series(
                        name,
                        shown.stream()
                            .map(each -> each.of(name).map(value).orElse(OptionalDouble.empty()))
                            .toList()))
            .toList();
    double least =
        series.stream()
            .flatMap(each -> each.values().stream())
            .flatMapToDouble(OptionalDouble::stream)
            .min()
            .orElse(1);
    return new BarChart(
        caption,
        // The bars begin where the shortest can still be seen.
        least / 2,
        true,
        format,
        shown.stream().map(each -> each.workload().toString()).toList(),
        series);
  }

  private ObjectNode json() {
    ObjectNode root = JSON.createObjectNode();
    ArrayNode servers = root.putArray("servers");
    environments.forEach(
        (name, server) -> {
          ObjectNode node = servers.addObject().put("name", name).put("url", server.url());
          server.describe(node);
        });
    root.put("scale", benchmark.scale());
    root.put("seconds", benchmark.lengths().seconds());
    root.put("warm_up_seconds", benchmark.lengths().warmUpSeconds());
    root.put("client_process", clientProcess);
    ArrayNode rows = root.putArray("outcomes");
    for (Comparison comparison : comparisons) {
      for (ServerOutcome outcome : comparison.outcomes()) {
        ObjectNode row =
            rows.addObject()
                .put("workload", comparison.workload().kind().toString())
                .put("mode", comparison.workload().mode().toString())
                .put("clients", comparison.clients())
                .put("server", outcome.server());
        outcome.failure().ifPresent(failure -> row.put("cannot", failure));
        rounds(row.putArray("rounds"), outcome);
      }
    }
    return root;
  }

  private static void rounds(ArrayNode rounds, ServerOutcome outcome) {
    for (Measurement round : outcome.rounds()) {
      ObjectNode node =
          rounds
              .addObject()
              .put("transactions", round.transactions())
              .put("retries", round.retries())
              .put("per_second", round.perSecond())
              .put("mean_seconds", round.latency().mean())
              .put("percentile_95_seconds", round.latency().percentile95())
              .put("percentile_99_seconds", round.latency().percentile99())
              .put("client_processor_seconds", round.clientSeconds());
      round.processorSeconds().forEach(each -> node.put("server_processor_seconds", each));
    }
  }
}
