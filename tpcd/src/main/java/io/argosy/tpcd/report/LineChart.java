package io.argosy.tpcd.report;

import java.util.List;
import java.util.function.DoubleFunction;

/**
 * How something changes with time, from 0 upwards.
 *
 * @param caption what is shown, and in what unit
 * @param format how a value is printed at its axis
 * @param lines each in a color of its own
 * @param periods what went on meanwhile, in their order
 */
public record LineChart(
    String caption, DoubleFunction<String> format, List<Line> lines, List<Period> periods)
    implements Block {
  public LineChart {
    lines = List.copyOf(lines);
    periods = List.copyOf(periods);
  }

  /**
   * @param name for the legend
   * @param points in the order of their times
   */
  public record Line(String name, List<Point> points) {
    public Line {
      points = List.copyOf(points);
    }
  }

  /**
   * @param seconds when it was so
   */
  public record Point(double seconds, double value) {}

  /**
   * A time that is shaded.
   *
   * @param label short
   * @param start seconds
   * @param seconds how long it took
   */
  public record Period(String label, double start, double seconds) {}
}
