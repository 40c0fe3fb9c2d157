package io.argosy.tpcd.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Draws a {@link LineChart} as SVG. */
record LineChartDrawing(LineChart chart) {
  private static final double WIDTH = 960;
  private static final double LABELS = 70;
  private static final double RIGHT = 20;
  private static final double LEGEND = 24;
  private static final double PERIODS = 34;
  private static final double HEIGHT = 220;
  private static final double CHARACTER = 7.2;

  void draw(Markup svg) {
    double top = LEGEND + PERIODS;
    Axis time = time();
    Axis value = value();
    time.open(svg, chart.caption(), WIDTH, LABELS, top, top + HEIGHT, Numbers::seconds);
    for (int i = 0; i < chart.periods().size(); i++) {
      // Neighbours that are short have their labels on different lines.
      period(svg, time, chart.periods().get(i), LEGEND + 12 + i % 2 * 14, top);
    }
    for (double tick : value.ticks()) {
      double y = top + HEIGHT - value.position(tick);
      svg.empty("line", "class", "grid", "x1", LABELS, "x2", WIDTH - RIGHT, "y1", y, "y2", y);
      String text = chart.format().apply(tick);
      svg.element("text", text, "class", "tick", "x", LABELS - 8, "y", y + 4, "text-anchor", "end");
    }
    double x = LABELS;
    for (int i = 0; i < chart.lines().size(); i++) {
      LineChart.Line line = chart.lines().get(i);
      svg.empty("rect", "class", "color" + i, "x", x, "y", 3.0, "width", 12.0, "height", 12.0);
      svg.element("text", line.name(), "x", x + 17, "y", 13.5);
      x += 40 + CHARACTER * line.name().length();
      svg.empty(
          "polyline", "class", "line color" + i, "points", points(line, time, value, top + HEIGHT));
    }
    svg.close("svg");
  }

  private static void period(
      Markup svg, Axis time, LineChart.Period period, double label, double top) {
    double from = LABELS + time.position(period.start());
    double width = Math.max(1, LABELS + time.position(period.start() + period.seconds()) - from);
    svg.open("rect", "class", "period", "x", from, "y", top, "width", width, "height", HEIGHT);
    svg.element("title", period.label() + ", " + Numbers.seconds(period.seconds()));
    svg.close("rect");
    svg.element("text", period.label(), "class", "tick", "x", from, "y", label);
  }

  private static String points(LineChart.Line line, Axis time, Axis value, double bottom) {
    return line.points().stream()
        .map(
            point ->
                Numbers.coordinate(LABELS + time.position(point.seconds()))
                    + ","
                    + Numbers.coordinate(bottom - value.position(point.value())))
        .collect(Collectors.joining(" "));
  }

  private Axis time() {
    List<Double> times = new ArrayList<>(List.of(0.0));
    chart.periods().forEach(period -> times.add(period.start() + period.seconds()));
    chart.lines().forEach(line -> line.points().forEach(point -> times.add(point.seconds())));
    return Axis.over(times, false, WIDTH - LABELS - RIGHT);
  }

  private Axis value() {
    List<Double> values = new ArrayList<>(List.of(0.0));
    chart.lines().forEach(line -> line.points().forEach(point -> values.add(point.value())));
    return Axis.over(values, false, HEIGHT);
  }
}
