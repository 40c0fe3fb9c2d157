package io.argosy.tpcd.performance;

import io.argosy.tpcd.metric.Ratios;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.report.BarChart;
import io.argosy.tpcd.report.BarChart.Series;
import io.argosy.tpcd.report.Block;
import io.argosy.tpcd.report.Block.Paragraph;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.Report.Section;
import io.argosy.tpcd.report.ReportTable;
import io.argosy.tpcd.report.ReportTable.Column;
import io.argosy.tpcd.report.TimeLine;
import io.argosy.tpcd.report.TimeLine.Lane;
import io.argosy.tpcd.report.TimeLine.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** The part of the page that is about one test: its plots and its table. */
final class TestSection {
  private static final double NO_CHANGE = 1;

  private final TestRecord test;
  private final Optional<OtherRun> other;
  private final List<StepRow> rows;

  /** The categories of the plots, each with what was measured in it: one step for each stream. */
  private final List<Group> groups = new ArrayList<>();

  private record Group(String label, String title, List<StepRow> rows) {
    OptionalDouble mean() {
      return rows.stream()
          .map(row -> row.done().seconds())
          .filter(seconds -> seconds != null)
          .mapToDouble(Double::doubleValue)
          .average();
    }
  }

  TestSection(TestRecord test, Optional<OtherRun> other) {
    this.test = test;
    this.other = other;
    this.rows = StepRow.of(test);
    for (Query query : test.plan().set().queries()) {
      group(Integer.toString(query.number()));
    }
    group("UF1");
    group("UF2");
  }

  private void group(String label) {
    List<StepRow> members = rows.stream().filter(row -> row.label().equals(label)).toList();
    if (!members.isEmpty()) {
      groups.add(new Group(label, members.getFirst().title(), members));
    }
  }

  Section section() {
    List<Block> blocks = new ArrayList<>();
    blocks.add(timeLine());
    blocks.add(times());
    other.ifPresent(run -> compare(run, blocks));
    if (isExplained()) {
      bytes(blocks);
    }
    blocks.add(table());
    return new Section(
        switch (test.plan().kind()) {
          case POWER -> "Power test: everything runs alone";
          case THROUGHPUT ->
              "Throughput test: %d streams of queries and one of updates at once"
                  .formatted(test.plan().streams());
        },
        blocks);
  }

  private TimeLine timeLine() {
    List<Lane> lanes = new ArrayList<>();
    for (List<Step.QueryStep> stream : test.plan().queryStreams()) {
      int number = stream.getFirst().stream();
      lanes.add(lane("stream " + number, row -> row.stream().equals(Optional.of(number)), 0));
    }
    lanes.add(lane("updates", row -> row.stream().isEmpty(), 1));
    return new TimeLine(
        "When each query (by its number) and each update ran; seconds since the start", lanes);
  }

  private Lane lane(String name, Predicate<StepRow> member, int color) {
    return new Lane(
        name,
        rows.stream()
            .filter(member)
            .filter(row -> row.done().seconds() != null)
            .map(
                row ->
                    new Span(
                        row.label(),
                        row.title() + ": " + Numbers.seconds(row.done().seconds()),
                        row.done().start(),
                        row.done().seconds(),
                        color))
            .toList());
  }

  private BarChart times() {
    List<Series> series = new ArrayList<>();
    series.add(new Series(test.environment().name(), values(Group::mean)));
    other.ifPresent(
        run ->
            series.add(
                new Series(
                    run.name(), values(group -> run.seconds(test.plan().kind(), group.label())))));
    return new BarChart(
        switch (test.plan().kind()) {
          case POWER -> "Time of each query and update function";
          case THROUGHPUT -> "Time of each query and update function, the mean over the streams";
        },
        0,
        false,
        Numbers::seconds,
        groups.stream().map(Group::title).toList(),
        series);
  }

  private List<OptionalDouble> values(Function<Group, OptionalDouble> value) {
    return groups.stream().map(value).toList();
  }

  private void compare(OtherRun run, List<Block> blocks) {
    List<OptionalDouble> speedUps = values(group -> speedUp(run, group));
    if (speedUps.stream().noneMatch(OptionalDouble::isPresent)) {
      blocks.add(new Paragraph("The other run has no " + test.plan().kind() + " test."));
      return;
    }
    blocks.add(
        new BarChart(
            "Speed-up over %s: to the right of the line (1×) this run is faster; equal distances"
                    .formatted(run.name())
                + " are equal ratios",
            NO_CHANGE,
            true,
            Numbers::factor,
            groups.stream().map(Group::title).toList(),
            List.of(new Series("speed-up", speedUps))));
    double mean =
        Ratios.geometricMean(speedUps.stream().flatMapToDouble(OptionalDouble::stream))
            .orElseThrow();
    blocks.add(
        new Paragraph("The geometric mean of these speed-ups is " + Numbers.factor(mean) + "."));
  }

  private OptionalDouble speedUp(OtherRun run, Group group) {
    return Ratios.quotient(run.seconds(test.plan().kind(), group.label()), group.mean());
  }

  private void bytes(List<Block> blocks) {
    List<Group> queries =
        groups.stream().filter(group -> group.rows().getFirst().explained().isPresent()).toList();
    List<String> titles = queries.stream().map(Group::title).toList();
    List<OptionalDouble> network =
        queries.stream().map(group -> number(group, Event.Explained::networkBytes)).toList();
    List<OptionalDouble> read =
        queries.stream().map(group -> number(group, Event.Explained::tableBytes)).toList();
    blocks.add(
        new BarChart(
            "Bytes of the tables that a query reads, and bytes that crossed the network; equal"
                + " distances are equal ratios",
            NO_CHANGE,
            true,
            Numbers::bytes,
            titles,
            List.of(new Series("in the tables", read), new Series("shipped", network))));
    blocks.add(
        new BarChart(
            "Reduction factor: bytes in the tables for each byte shipped; equal distances are equal"
                + " ratios",
            NO_CHANGE,
            true,
            Numbers::factor,
            titles,
            List.of(
                new Series(
                    "reduction",
                    IntStream.range(0, queries.size())
                        .mapToObj(i -> Ratios.quotient(read.get(i), network.get(i)))
                        .toList()))));
  }

  /** Nothing for 0, which has no place among ratios. */
  private static OptionalDouble number(Group group, Function<Event.Explained, Long> field) {
    Long value = group.rows().getFirst().explained().map(field).orElse(null);
    return value == null || value == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) value);
  }

  private ReportTable table() {
    boolean explained = isExplained();
    List<Column> columns = new ArrayList<>();
    columns.add(Column.text("stream", "the query stream, or the stream of updates"));
    columns.add(Column.text("query", "number and business question, or update function"));
    columns.add(Column.number("start", "since the start of the test"));
    columns.add(Column.number("time", "from sending it to having its last row"));
    columns.add(Column.number("rows", "of the answer; orders of an update"));
    if (explained) {
      columns.add(Column.text("strategy", "how Argosy answers it; see the README"));
      columns.add(Column.number("shipped", "bytes that crossed the network"));
      columns.add(Column.number("tables", "bytes of the tables that it reads"));
    }
    columns.add(Column.text("answer", "what was found out about it"));
    return new ReportTable(
        "All steps, in the order in which they began",
        columns,
        rows.stream().map(row -> cells(row, explained)).toList());
  }

  private boolean isExplained() {
    return rows.stream().anyMatch(row -> row.explained().isPresent());
  }

  private static List<String> cells(StepRow row, boolean explained) {
    List<String> cells = new ArrayList<>();
    cells.add(row.stream().map(number -> "stream " + number).orElse("updates"));
    cells.add(row.title());
    cells.add(Numbers.seconds(row.done().start()));
    cells.add(row.done().seconds() == null ? "lost" : Numbers.seconds(row.done().seconds()));
    cells.add(Numbers.rounded((double) row.done().rows()));
    if (explained) {
      cells.add(row.explained().map(Event.Explained::strategy).orElse(""));
      cells.add(row.explained().map(Event.Explained::networkBytes).map(Numbers::bytes).orElse(""));
      cells.add(row.explained().map(Event.Explained::tableBytes).map(Numbers::bytes).orElse(""));
    }
    cells.add(row.check());
    return cells;
  }
}
