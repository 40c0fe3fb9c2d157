package io.argosy.tpcd.oltp;

import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.ReportTable;
import io.argosy.tpcd.report.ReportTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * All figures of a load as rows of text.
 *
 * @param servers the names of the servers that are compared
 * @param clientProcess what the client's process does besides, in words
 */
public record OltpFigures(List<String> servers, String clientProcess) {
  private static final double MILLISECONDS = 1e3;
  private static final double MICROSECONDS = 1e6;

  public OltpFigures {
    servers = List.copyOf(servers);
  }

  /** As people read them. */
  public ReportTable table(List<Comparison> comparisons) {
    return table(comparisons, Numbers::rounded);
  }

  /** With all digits. */
  public ReportTable raw(List<Comparison> comparisons) {
    return table(comparisons, Double::toString);
  }

  private ReportTable table(List<Comparison> comparisons, DoubleFunction<String> format) {
    List<List<String>> rows = new ArrayList<>();
    for (Comparison comparison : comparisons) {
      for (ServerOutcome outcome : comparison.outcomes()) {
        rows.add(row(comparison, outcome, format));
      }
    }
    return new ReportTable("All measurements", columns(), rows);
  }

  private List<Column> columns() {
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("workload", "what clients executed, and how it reached the server"));
    columns.add(Column.number("clients", "at the same time"));
    columns.add(Column.text("server", ""));
    columns.add(Column.number("per_second", "transactions (or batches) in a second, the median"));
    columns.add(Column.number("min", "in the slowest round"));
    columns.add(Column.number("max", "in the fastest round"));
    columns.add(Column.number("mean_ms", "milliseconds that a transaction or a batch took"));
    columns.add(Column.number("p95_ms", "what 95 of 100 did not exceed"));
    columns.add(Column.number("p99_ms", "what 99 of 100 did not exceed"));
    columns.add(Column.number("retries", "after serialization failures and deadlocks"));
    columns.add(
        Column.number(
            "client_us",
            "microseconds of processor time for each transaction, of " + clientProcess));
    columns.add(
        Column.number(
            "server_us",
            "microseconds of processor time for each transaction, of the named processes"));
    for (String server : servers) {
      columns.add(
          Column.number(
              "by_" + server, "the speed by that of " + server + ", the median of rounds"));
    }
    columns.add(Column.text("cannot", "why not"));
    return columns;
  }

  private List<String> row(
      Comparison comparison, ServerOutcome outcome, DoubleFunction<String> format) {
    List<String> row = new ArrayList<>();
    row.add(comparison.workload().toString());
    row.add(Integer.toString(comparison.clients()));
    row.add(outcome.server());
    row.add(cell(outcome.median(Measurement::perSecond), 1, format));
    row.add(cell(outcome.least(Measurement::perSecond), 1, format));
    row.add(cell(outcome.most(Measurement::perSecond), 1, format));
    row.add(cell(outcome.median(each -> each.latency().mean()), MILLISECONDS, format));
    row.add(cell(outcome.median(each -> each.latency().percentile95()), MILLISECONDS, format));
    row.add(cell(outcome.median(each -> each.latency().percentile99()), MILLISECONDS, format));
    row.add(outcome.rounds().isEmpty() ? "" : Long.toString(outcome.retries()));
    row.add(cell(outcome.median(Measurement::clientSeconds), MICROSECONDS, format));
    row.add(cell(outcome.serverSeconds(), MICROSECONDS, format));
    for (String server : servers) {
      row.add(
          cell(
              comparison.of(server).map(outcome::speedBy).orElse(OptionalDouble.empty()),
              1,
              format));
    }
    row.add(outcome.failure().orElse(""));
    return row;
  }

  private static String cell(OptionalDouble value, double unit, DoubleFunction<String> format) {
    return value.isPresent() ? format.apply(value.getAsDouble() * unit) : "";
  }
}
