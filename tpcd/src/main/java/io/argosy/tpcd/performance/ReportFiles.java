package io.argosy.tpcd.performance;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.argosy.tpcd.metric.Metrics;
import io.argosy.tpcd.report.ReportTable;
import io.argosy.tpcd.report.ReportTable.Column;
import io.argosy.tpcd.report.ReportWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The report of the tests in a directory: a page, and every step as data.
 *
 * @param tests of one server, at most one of each kind
 */
public record ReportFiles(List<TestRecord> tests) {
  /** What every report says of itself. */
  public static final String NOTICE =
      "Not an official TPC result. The test follows the TPC's rules for the order of the work and"
          + " for the figures, but it was not audited, and its figures must not be compared with"
          + " published results.";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The tests whose journals are in a directory. */
  public static ReportFiles read(Path directory) throws IOException {
    List<TestRecord> tests = new ArrayList<>();
    for (TestKind kind : TestKind.values()) {
      Journal.read(PerformanceTest.journal(directory, kind)).ifPresent(tests::add);
    }
    return new ReportFiles(tests);
  }

  /**
   * QphD@Size; nothing unless both tests are complete, of the same set and scale, on one server.
   */
  public OptionalDouble composite() {
    boolean comparable =
        tests.size() == TestKind.values().length
            && tests.stream().map(test -> test.plan().set()).distinct().count() == 1
            && tests.stream().map(test -> test.plan().scale()).distinct().count() == 1
            && tests.stream().map(test -> test.environment().url()).distinct().count() == 1
            && tests.stream().allMatch(test -> test.metric().isPresent());
    return comparable
        ? OptionalDouble.of(
            Metrics.composite(
                tests.get(0).metric().getAsDouble(), tests.get(1).metric().getAsDouble()))
        : OptionalDouble.empty();
  }

  /**
   * Writes the page and the data.
   *
   * @param other another run, which the page compares the times with
   */
  public void write(ReportWriter writer, Optional<OtherRun> other) throws IOException {
    writer.write(new PerformanceReport(this, other).report(), table(), json());
  }

  private ObjectNode json() {
    ObjectNode root = JSON.createObjectNode();
    root.put("notice", NOTICE);
    root.put("composite", boxed(composite()));
    ObjectNode all = root.putObject("tests");
    for (TestRecord test : tests) {
      TestPlan plan = test.plan();
      ObjectNode node = all.putObject(plan.kind().toString());
      node.put("server", test.environment().name());
      node.put("url", test.environment().url());
      test.environment().describe(node);
      node.put("set", plan.set().toString());
      node.put("scale", plan.scale());
      node.put("streams", plan.streams());
      node.put("seed", plan.seed());
      node.put("first_update_set", plan.firstUpdateSet());
      node.put("orders_per_transaction", plan.ordersPerTransaction());
      node.put("started", test.startedAt().orElse(null));
      node.put("resumptions", test.resumptions());
      node.put("complete", test.complete());
      node.put("elapsed_seconds", test.clock());
      node.put("metric", boxed(test.metric()));
      ArrayNode steps = node.putArray("steps");
      StepRow.of(test).forEach(row -> add(steps, row));
    }
    return root;
  }

  private static void add(ArrayNode steps, StepRow row) {
    ObjectNode node = steps.addObject();
    node.put("step", row.step().id());
    node.put("stream", row.stream().orElse(null));
    node.put("label", row.label());
    node.put("start", row.done().start());
    node.put("seconds", row.done().seconds());
    node.put("rows", row.done().rows());
    node.put("updates_seen", row.stream().isPresent() ? row.done().updates() : null);
    node.put("strategy", row.explained().map(Event.Explained::strategy).orElse(null));
    node.put("network_bytes", row.explained().map(Event.Explained::networkBytes).orElse(null));
    node.put("table_bytes", row.explained().map(Event.Explained::tableBytes).orElse(null));
    node.put("compared", row.validated().map(Event.Validated::reference).orElse(null));
    node.put("difference", row.validated().map(Event.Validated::difference).orElse(null));
  }

  private static Double boxed(OptionalDouble value) {
    return value.isPresent() ? value.getAsDouble() : null;
  }

  private ReportTable table() {
    List<List<String>> rows = new ArrayList<>();
    for (TestRecord test : tests) {
      for (StepRow row : StepRow.of(test)) {
        rows.add(
            List.of(
                test.plan().kind().toString(),
                cell(row.stream().orElse(null)),
                row.label(),
                cell(row.done().start()),
                cell(row.done().seconds()),
                cell(row.done().rows()),
                row.explained().map(found -> cell(found.strategy())).orElse(""),
                row.explained().map(found -> cell(found.networkBytes())).orElse(""),
                row.explained().map(found -> cell(found.tableBytes())).orElse(""),
                row.check()));
      }
    }
    return new ReportTable(
        "steps",
        List.of(
            Column.text("test", ""),
            Column.number("stream", ""),
            Column.text("query", ""),
            Column.number("start", ""),
            Column.number("seconds", ""),
            Column.number("rows", ""),
            Column.text("strategy", ""),
            Column.number("network_bytes", ""),
            Column.number("table_bytes", ""),
            Column.text("answer", "")),
        rows);
  }

  private static String cell(Object value) {
    return value == null ? "" : value.toString();
  }
}
