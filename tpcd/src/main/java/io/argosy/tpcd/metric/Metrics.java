package io.argosy.tpcd.metric;

import java.util.List;
import java.util.stream.DoubleStream;

/**
 * The primary metrics of TPC-D (clause 5.4 of its specification, and the same clause of TPC-H's).
 * All are in queries per hour, times the scale factor; more is better.
 */
public final class Metrics {
  private static final double SECONDS_PER_HOUR = 3600;

  /** How many times the shortest query the longest may take before the shorter ones are raised. */
  private static final double LARGEST_RATIO = 1000;

  private Metrics() {}

  /**
   * QppD@Size: 3600 · SF by the geometric mean of all times. A query that takes less than a
   * thousandth of the longest one counts as a thousandth of it, so that one very short query cannot
   * carry the whole result. The update functions count as they are.
   *
   * @param scale the scale factor
   * @param querySeconds of each query of the stream, all positive
   * @param updateSeconds of each update function, all positive
   */
  public static double power(double scale, List<Double> querySeconds, List<Double> updateSeconds) {
    double longest = querySeconds.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    DoubleStream queries =
        querySeconds.stream().mapToDouble(seconds -> Math.max(seconds, longest / LARGEST_RATIO));
    DoubleStream updates = updateSeconds.stream().mapToDouble(Double::doubleValue);
    double mean = Ratios.geometricMean(DoubleStream.concat(queries, updates)).orElseThrow();
    return SECONDS_PER_HOUR * scale / mean;
  }

  /**
   * QthD@Size: all queries of all streams by the time they took together.
   *
   * @param queries how many queries one stream has
   * @param elapsedSeconds from the start of the first stream to the end of the last one, the update
   *     stream included
   */
  public static double throughput(double scale, int streams, int queries, double elapsedSeconds) {
    return streams * queries * SECONDS_PER_HOUR * scale / elapsedSeconds;
  }

  /** QphD@Size: the geometric mean of the two. */
  public static double composite(double power, double throughput) {
    return Math.sqrt(power * throughput);
  }
}
