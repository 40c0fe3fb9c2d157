package io.argosy.tpcd.transfer;

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
import io.argosy.tpcd.run.Transfer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The report of a sweep, as a page and as data.
 *
 * @param processes which processes' processor time it is
 * @param rounds how many measurements each median is of
 * @param transfers for every size one for each limit, in the same order
 */
public record TransferReport(
    Environment environment, String processes, int rounds, List<List<Transfer>> transfers) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Writes the page and the data. */
  public void write(ReportWriter writer) throws IOException {
    writer.write(report(), raw(), json());
  }

  private Report report() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(
        new Paragraph(
            "A node's answer up to argosy.inline_limit is inline: its rows wait for its end, and it"
                + " comes in one piece that is not compressed. A longer one is a stream of pieces"
                + " that are sent as rows are found, and compressed where that makes them smaller."
                + " An answer as long as the limit is the longest that is inline."));
    blocks.add(chart("Time of each answer", Numbers::seconds, Transfer::seconds));
    blocks.add(
        chart(
            "Processor time of each answer, of " + processes,
            Numbers::seconds,
            Transfer::cpuSeconds));
    blocks.add(chart("Bytes that crossed the network", Numbers::bytes, Transfer::networkBytes));
    blocks.add(table(Numbers::seconds, Numbers::bytes));
    return new Report(
        "Inline limits on %s".formatted(environment.name()),
        "Medians of %d rounds, in each of which every size was asked for with every limit in turn, many times."
            .formatted(rounds),
        List.of(
            new Section("What an answer costs, by its size and the inline limit", blocks),
            environment.section()));
  }

  private BarChart chart(
      String what, DoubleFunction<String> format, ToDoubleFunction<Transfer> value) {
    List<Series> series =
        IntStream.range(0, transfers.getFirst().size())
            .mapToObj(
                limit ->
                    new Series(
                        "limit " + transfers.getFirst().get(limit).limit(),
                        transfers.stream()
                            .map(row -> OptionalDouble.of(value.applyAsDouble(row.get(limit))))
                            .toList()))
            .toList();
    double least = transfers.stream().flatMap(List::stream).mapToDouble(value).min().orElseThrow();
    return new BarChart(
        what + ", by the answer's size; equal distances are equal ratios",
        // The bars begin where the shortest can still be seen.
        least / 2,
        true,
        format,
        transfers.stream().map(row -> row.getFirst().size().toString()).toList(),
        series);
  }

  private ReportTable raw() {
    return table(Double::toString, bytes -> Long.toString((long) bytes));
  }

  private ReportTable table(DoubleFunction<String> seconds, DoubleFunction<String> bytes) {
    return new ReportTable(
        "All measurements",
        List.of(
            Column.text("size", "the answer's, at most"),
            Column.text("limit", "argosy.inline_limit"),
            Column.number("node_bytes", "the answer as PostgreSQL's messages"),
            Column.number("network", "bytes that crossed the network"),
            Column.number("seconds", "from sending the query to having its last row"),
            Column.number("cpu_seconds", "of " + processes)),
        transfers.stream()
            .flatMap(List::stream)
            .map(
                transfer ->
                    List.of(
                        transfer.size().toString(),
                        transfer.limit().toString(),
                        bytes.apply(transfer.nodeBytes()),
                        bytes.apply(transfer.networkBytes()),
                        seconds.apply(transfer.seconds()),
                        seconds.apply(transfer.cpuSeconds())))
            .toList());
  }

  private ObjectNode json() {
    ObjectNode root = JSON.createObjectNode();
    environment.describe(root);
    root.put("processes", processes);
    root.put("rounds", rounds);
    ArrayNode rows = root.putArray("transfers");
    for (List<Transfer> row : transfers) {
      for (Transfer transfer : row) {
        rows.addObject()
            .put("size_bytes", transfer.size().bytes())
            .put("limit_bytes", transfer.limit().bytes())
            .put("node_bytes", transfer.nodeBytes())
            .put("network_bytes", transfer.networkBytes())
            .put("seconds", transfer.seconds())
            .put("cpu_seconds", transfer.cpuSeconds());
      }
    }
    return root;
  }
}
