package io.argosy.tpcd.performance;

import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.report.Block;
import io.argosy.tpcd.report.Block.Figure;
import io.argosy.tpcd.report.Block.Paragraph;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.Report;
import io.argosy.tpcd.report.Report.Section;
import io.argosy.tpcd.report.ReportTable;
import io.argosy.tpcd.report.ReportTable.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The page about a power test, a throughput test, or both, for a reader who knows neither.
 *
 * @param other another run to compare with
 */
record PerformanceReport(ReportFiles files, Optional<OtherRun> other) {
  Report report() {
    List<Section> sections = new ArrayList<>();
    sections.add(result());
    for (TestRecord test : files.tests()) {
      sections.add(new TestSection(test, other).section());
    }
    sections.add(meaning());
    sections.add(circumstances());
    TestRecord first = files.tests().getFirst();
    return new Report(
        "%s at scale %s on %s"
            .formatted(
                first.plan().set() == QuerySet.TPCD ? "TPC-D" : "TPC-H",
                Numbers.rounded(first.plan().scale()),
                first.environment().name()),
        ReportFiles.NOTICE,
        sections);
  }

  private Section result() {
    List<Figure> figures = new ArrayList<>();
    List<Block> blocks = new ArrayList<>();
    for (TestRecord test : files.tests()) {
      figures.add(
          switch (test.plan().kind()) {
            case POWER ->
                new Figure(
                    "Power (QppD@Size)",
                    rate(test.metric()),
                    "queries an hour when each runs alone, times the scale; more is better");
            case THROUGHPUT ->
                new Figure(
                    "Throughput (QthD@Size)",
                    rate(test.metric()),
                    "queries an hour that %d streams get done together, times the scale"
                        .formatted(test.plan().streams()));
          });
    }
    if (files.composite().isPresent()) {
      figures.add(
          new Figure(
              "Both together (QphD@Size)",
              rate(files.composite()),
              "the square root of power times throughput"));
    }
    blocks.add(new Block.Figures(figures));
    for (TestRecord test : files.tests()) {
      blocks.add(new Paragraph(answers(test)));
      if (!test.complete()) {
        blocks.add(
            new Paragraph(
                "The %s test is not complete: %d of %d steps are done. The same command goes on."
                    .formatted(
                        test.plan().kind(), test.done().size(), test.plan().steps().size())));
      }
      if (test.resumptions() > 0) {
        blocks.add(new Paragraph(resumed(test)));
      }
    }
    return new Section("Result", blocks);
  }

  private static String rate(OptionalDouble rate) {
    return rate.isPresent() ? Numbers.rounded(rate.getAsDouble()) : "–";
  }

  private static String answers(TestRecord test) {
    List<StepRow> queries =
        StepRow.of(test).stream().filter(row -> row.stream().isPresent()).toList();
    List<Event.Validated> found =
        queries.stream().flatMap(row -> row.validated().stream()).toList();
    long compared = found.stream().filter(Event.Validated::reference).count();
    List<String> wrong =
        queries.stream()
            .filter(row -> row.validated().map(answer -> answer.difference() != null).orElse(false))
            .map(row -> "query %s of stream %d".formatted(row.label(), row.stream().get()))
            .toList();
    String checked =
        compared == queries.size()
            ? "all were compared, value by value, with those of another server in the same state"
                + " of the updates"
            : compared == 0
                ? "only the number of rows was checked, against what is possible at all; no other"
                    + " server was asked (--against)"
                : "%d were compared, value by value, with those of another server; of the others"
                        .formatted(compared)
                    + " only the number of rows was checked";
    return "Answers of the %s test: of %d, %s. %s"
        .formatted(
            test.plan().kind(),
            queries.size(),
            checked,
            wrong.isEmpty()
                ? "Nothing was found wrong."
                : "Wrong: " + String.join(", ", wrong) + ".");
  }

  private static String resumed(TestRecord test) {
    return "The %s test was interrupted and taken up again %s."
            .formatted(
                test.plan().kind(),
                test.resumptions() == 1 ? "once" : test.resumptions() + " times")
        + " Its clock stood still in between. A query that was cut off has run again from its"
        + " start, and only that time counts; transactions of updates that were committed were not"
        + " repeated. Caches may have been colder or warmer than without the interruption"
        + switch (test.plan().kind()) {
          case POWER -> ".";
          case THROUGHPUT -> ", and fewer streams may have run side by side around it.";
        }
        + " So this figure is an indication; run the test again for one to compare with others.";
  }

  private static Section meaning() {
    return new Section(
        "What the words mean",
        List.of(
            new Paragraph(
                "TPC-D is a benchmark for decision support: a wholesaler's customers, orders, parts"
                    + " and suppliers, and questions about them that read much of the data. At"
                    + " scale 1 the data is about one gigabyte, with 1.5 million orders. TPC-H is"
                    + " its successor, with 22 queries instead of 17."),
            new Paragraph(
                "The power test runs update function 1 (new orders), every query once, and update"
                    + " function 2 (the oldest orders are deleted), with nothing else at the same"
                    + " time. Its figure is 3600 · scale divided by the geometric mean of these"
                    + " times in seconds, so that making any query twice as fast counts the same."
                    + " A query that takes less than a thousandth of the longest one counts as a"
                    + " thousandth of it."),
            new Paragraph(
                "The throughput test runs several streams of queries at the same time, each with"
                    + " values and an order of its own, beside a stream with a pair of updates for"
                    + " each of them. Its figure is the number of all queries times 3600 · scale,"
                    + " divided by the seconds from the first start to the last end, updates"
                    + " included."),
            new Paragraph(
                "Speed-up is the other run's time divided by this run's: above 1, this run was"
                    + " faster. The reduction factor is the size of the tables that a query reads"
                    + " (rows times average width), divided by the bytes that crossed the network:"
                    + " what sending the query to the data saves compared with sending the data to"
                    + " the query.")));
  }

  private Section circumstances() {
    List<List<String>> rows = new ArrayList<>();
    for (TestRecord test : files.tests()) {
      TestPlan plan = test.plan();
      String name = plan.kind().toString();
      rows.add(List.of(name, "server", test.environment().serverVersion()));
      rows.add(List.of(name, "address", test.environment().url()));
      rows.add(List.of(name, "machine of the client", test.environment().clientMachine()));
      rows.add(List.of(name, "begun", test.startedAt().orElse("–")));
      rows.add(List.of(name, "query streams, seed", plan.streams() + ", " + plan.seed()));
      rows.add(
          List.of(
              name,
              "update sets",
              "%d to %d, %d orders to a transaction"
                  .formatted(
                      plan.firstUpdateSet(), plan.lastUpdateSet(), plan.ordersPerTransaction())));
      rows.add(List.of(name, "time in all", Numbers.seconds(test.clock())));
    }
    return new Section(
        "Where and how it ran",
        List.of(
            new ReportTable(
                "The circumstances",
                List.of(Column.text("test", ""), Column.text("what", ""), Column.text("", "")),
                rows),
            new Paragraph(
                "A query's time is from sending it to having its last row at the client. In the"
                    + " power test each query is sent as it is; in the throughput test it is a"
                    + " transaction of its own, REPEATABLE READ and READ ONLY, so that it is known"
                    + " which updates its answer has seen. Nothing was run to warm up the server."
                    + " Bytes were asked of Argosy's EXPLAIN ANALYZE after the test.")));
  }
}
