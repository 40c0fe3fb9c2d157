package io.argosy.tpcd.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;

/**
 * Where values are on an axis.
 *
 * @param least the value at its beginning
 * @param most the value at its end, more than the least
 * @param logarithmic whether equal distances are equal ratios
 * @param length of the axis in the drawing
 */
record Axis(double least, double most, boolean logarithmic, double length) {
  /** Room for the labels below a drawing. */
  private static final double LABELS = 22;

  private static final int ABOUT_THIS_MANY_TICKS = 6;

  /** An axis with all values on it. On a logarithmic one they are positive. */
  static Axis over(List<Double> values, boolean logarithmic, double length) {
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(0);
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(1);
    if (logarithmic) {
      // At least a factor of two, so that ticks differ and bars of nearly equal values look so.
      return new Axis(Math.min(least, most / 2), most, true, length);
    }
    return new Axis(least, most > least ? most : least + 1, false, length);
  }

  double position(double value) {
    double share =
        logarithmic
            ? Math.log(value / least) / Math.log(most / least)
            : (value - least) / (most - least);
    return Math.clamp(share, 0, 1) * length;
  }

  /**
   * Begins a drawing with this axis along its bottom.
   *
   * @param caption for readers who cannot see it
   * @param width of the drawing
   * @param left where the axis begins
   * @param top where the lines at its ticks begin
   * @param bottom where they end, and the labels follow
   */
  void open(
      Markup svg,
      String caption,
      double width,
      double left,
      double top,
      double bottom,
      DoubleFunction<String> format) {
    String size = Numbers.coordinate(width) + " " + Numbers.coordinate(bottom + LABELS);
    svg.open("svg", "viewBox", "0 0 " + size, "role", "img", "aria-label", caption);
    for (double tick : ticks()) {
      double x = left + position(tick);
      svg.empty("line", "class", "grid", "x1", x, "x2", x, "y1", top, "y2", bottom);
      svg.open("text", "class", "tick", "x", x, "y", bottom + LABELS - 7, "text-anchor", "middle")
          .text(format.apply(tick))
          .close("text");
    }
  }

  /** Round values between the ends. */
  List<Double> ticks() {
    return logarithmic ? logarithmicTicks() : linearTicks();
  }

  private List<Double> linearTicks() {
    double rough = (most - least) / ABOUT_THIS_MANY_TICKS;
    double power = Math.pow(10, Math.floor(Math.log10(rough)));
    double step =
        power * (rough / power < 1.5 ? 1 : rough / power < 3.5 ? 2 : rough / power < 7.5 ? 5 : 10);
    List<Double> ticks = new ArrayList<>();
    for (long i = (long) Math.ceil(least / step); i * step <= most; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  private List<Double> logarithmicTicks() {
    int first = (int) Math.floor(Math.log10(least));
    int last = (int) Math.ceil(Math.log10(most));
    int every = Math.max(1, (last - first) / ABOUT_THIS_MANY_TICKS);
    double[] steps = last - first <= 2 ? new double[] {1, 2, 5} : new double[] {1};
    List<Double> ticks = new ArrayList<>();
    for (int exponent = first; exponent <= last; exponent += every) {
      for (double step : steps) {
        double tick = step * Math.pow(10, exponent);
        if (tick >= least && tick <= most) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }
}
