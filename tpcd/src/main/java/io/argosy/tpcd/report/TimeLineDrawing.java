package io.argosy.tpcd.report;

import java.util.List;
import java.util.stream.Stream;

/** Draws a {@link TimeLine} as SVG. */
record TimeLineDrawing(TimeLine line) {
  private static final double WIDTH = 960;
  private static final double LABELS = 90;
  private static final double RIGHT = 20;
  private static final double LANE = 30;
  private static final double BAR = 22;
  private static final double CHARACTER = 7.5;

  void draw(Markup svg) {
    double bottom = line.lanes().size() * LANE + 4;
    List<Double> ends =
        Stream.concat(
                Stream.of(0.0),
                line.lanes().stream()
                    .flatMap(lane -> lane.spans().stream())
                    .map(span -> span.start() + span.seconds()))
            .toList();
    Axis axis = Axis.over(ends, false, WIDTH - LABELS - RIGHT);
    axis.open(svg, line.caption(), WIDTH, LABELS, 0, bottom, Numbers::seconds);
    for (int i = 0; i < line.lanes().size(); i++) {
      TimeLine.Lane lane = line.lanes().get(i);
      double y = i * LANE + (LANE - BAR) / 2;
      svg.element("text", lane.name(), "x", LABELS - 8, "y", y + 15, "text-anchor", "end");
      lane.spans().forEach(span -> span(svg, axis, span, y));
    }
    svg.close("svg");
  }

  private static void span(Markup svg, Axis axis, TimeLine.Span span, double y) {
    double from = LABELS + axis.position(span.start());
    double width = Math.max(1, LABELS + axis.position(span.start() + span.seconds()) - from);
    svg.open(
        "rect",
        "class",
        "span color" + span.color(),
        "x",
        from,
        "y",
        y,
        "width",
        width,
        "height",
        BAR);
    svg.element("title", span.meaning());
    svg.close("rect");
    if (width >= span.label().length() * CHARACTER + 2) {
      svg.element(
          "text",
          span.label(),
          "class",
          "inside",
          "x",
          from + width / 2,
          "y",
          y + 15,
          "text-anchor",
          "middle");
    }
  }
}
