package io.argosy.tpcd.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The order in which a stream runs the queries of a set: the ordered sets of the TPC-H
 * specification's Appendix A, number 0 for the power test and numbers 1 and up for the streams of
 * the throughput test. A TPC-D stream leaves out the queries 18 to 22, which TPC-D does not have.
 */
public final class StreamOrder {
  /** The appendix has more; a test with that many streams would not be a comparable one. */
  private static final List<List<Integer>> ORDERED_SETS = read();

  /** How many streams a throughput test can have, each in an order of its own. */
  public static final int MOST_STREAMS = ORDERED_SETS.size() - 1;

  private StreamOrder() {}

  /**
   * The queries of a stream, in order; each query of the set once.
   *
   * @param stream 0 for the power test, otherwise 1 to {@link #MOST_STREAMS}
   */
  public static List<Query> of(QuerySet set, int stream) {
    return ORDERED_SETS.get(stream).stream().map(set::query).flatMap(Optional::stream).toList();
  }

  private static List<List<Integer>> read() {
    try (InputStream stream = StreamOrder.class.getResourceAsStream("ordered-sets.txt")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .map(line -> Arrays.stream(line.split(" ")).map(Integer::valueOf).toList())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
