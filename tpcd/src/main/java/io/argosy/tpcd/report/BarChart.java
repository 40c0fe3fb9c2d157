package io.argosy.tpcd.report;

import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;

/**
 * Bars that lie: a group for each category, a bar in it for each series.
 *
 * @param caption what they show, and in what unit
 * @param baseline the value at which bars begin, marked by a line: 0, or 1 for ratios
 * @param logarithmic whether equal distances are equal ratios; values and baseline are then
 *     positive
 * @param format how a value is printed at its bar and its axis
 */
public record BarChart(
    String caption,
    double baseline,
    boolean logarithmic,
    DoubleFunction<String> format,
    List<String> categories,
    List<Series> series)
    implements Block {
  public BarChart {
    categories = List.copyOf(categories);
    series = List.copyOf(series);
  }

  /**
   * @param name for the legend
   * @param values one for every category; nothing where it is not known
   */
  public record Series(String name, List<OptionalDouble> values) {
    public Series {
      values = List.copyOf(values);
    }
  }
}
