package io.argosy.tpcd.report;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Draws a {@link BarChart} as SVG. */
record BarChartDrawing(BarChart chart) {
  private static final double WIDTH = 960;
  private static final double WIDEST_LABELS = 300;
  private static final double CHARACTER = 7.2;

  /** Right of the longest bar, for its value. */
  private static final double VALUES = 110;

  private static final double BAR = 13;
  private static final double GAP = 8;
  private static final double LEGEND = 24;

  void draw(Markup svg) {
    int bars = chart.series().size();
    double group = bars * BAR + GAP;
    double top = bars > 1 ? LEGEND : 4;
    double bottom = top + chart.categories().size() * group;
    Axis axis = axis();
    axis.open(svg, chart.caption(), WIDTH, labels(), top, bottom, chart.format());
    if (bars > 1) {
      legend(svg);
    }
    for (int category = 0; category < chart.categories().size(); category++) {
      double y = top + category * group + GAP / 2;
      svg.element(
          "text",
          chart.categories().get(category),
          "x",
          labels() - 8,
          "y",
          y + bars * BAR / 2 + 4,
          "text-anchor",
          "end");
      for (int series = 0; series < bars; series++) {
        bar(svg, axis, category, series, y + series * BAR);
      }
    }
    double x = labels() + axis.position(chart.baseline());
    svg.empty("line", "class", "baseline", "x1", x, "x2", x, "y1", top, "y2", bottom);
    svg.close("svg");
  }

  /** Room for the names of the categories. */
  private double labels() {
    int longest = chart.categories().stream().mapToInt(String::length).max().orElse(0);
    return Math.min(WIDEST_LABELS, longest * CHARACTER + 16);
  }

  private Axis axis() {
    List<Double> values = new ArrayList<>(List.of(chart.baseline()));
    for (BarChart.Series series : chart.series()) {
      series.values().stream()
          .filter(OptionalDouble::isPresent)
          .forEach(value -> values.add(value.getAsDouble()));
    }
    return Axis.over(values, chart.logarithmic(), WIDTH - labels() - VALUES);
  }

  private void legend(Markup svg) {
    double x = labels();
    for (int series = 0; series < chart.series().size(); series++) {
      String name = chart.series().get(series).name();
      svg.empty("rect", "class", "color" + series, "x", x, "y", 3.0, "width", 12.0, "height", 12.0);
      svg.element("text", name, "x", x + 17, "y", 13.5);
      x += 40 + CHARACTER * name.length();
    }
  }

  private void bar(Markup svg, Axis axis, int category, int series, double y) {
    BarChart.Series of = chart.series().get(series);
    OptionalDouble value = of.values().get(category);
    if (value.isEmpty()) {
      svg.element("text", "not known", "class", "tick", "x", labels() + 4, "y", y + BAR - 3);
      return;
    }
    double from = labels() + axis.position(chart.baseline());
    double to = labels() + axis.position(value.getAsDouble());
    String shown = chart.format().apply(value.getAsDouble());
    svg.open(
        "rect",
        "class",
        "color" + series,
        "x",
        Math.min(from, to),
        "y",
        y,
        "width",
        Math.max(1, Math.abs(to - from)),
        "height",
        BAR - 2);
    svg.element("title", chart.categories().get(category) + ", " + of.name() + ": " + shown);
    svg.close("rect");
    svg.element("text", shown, "class", "value", "x", Math.max(from, to) + 5, "y", y + BAR - 3);
  }
}
