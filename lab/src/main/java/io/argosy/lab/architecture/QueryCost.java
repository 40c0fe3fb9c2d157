package io.argosy.lab.architecture;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.run.TimedAnswer;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What one query has cost with all caches cold.
 *
 * @param query the query
 * @param seconds from sending it to having its last row; nothing if it failed
 * @param diskBytes read from disks by all machines
 * @param clientNetworkBytes received by the client machine
 * @param answerBytes the values of the answer, as text
 * @param clientCpuSeconds processor time of the client machine's processes
 * @param nodesCpuSeconds processor time of all nodes' processes
 * @param stolenShare the part of the processor time that the real machine wanted meanwhile and its
 *     host kept from it, from 0 to 1
 * @param difference how its answer differs from the first architecture's, or its failure
 */
public record QueryCost(
    Query query,
    OptionalDouble seconds,
    long diskBytes,
    long clientNetworkBytes,
    long answerBytes,
    double clientCpuSeconds,
    double nodesCpuSeconds,
    double stolenShare,
    Optional<String> difference) {
  static QueryCost of(Query query, TimedAnswer timed, Usage usage, Optional<String> difference) {
    return new QueryCost(
        query,
        OptionalDouble.of(timed.seconds()),
        usage.diskBytes(),
        usage.clientNetworkBytes(),
        timed.answer().rows().stream().mapToLong(QueryCost::bytes).sum(),
        usage.clientCpuSeconds(),
        usage.nodesCpuSeconds(),
        usage.stolen().share(),
        difference);
  }

  static QueryCost failed(Query query, String failure) {
    return new QueryCost(query, OptionalDouble.empty(), 0, 0, 0, 0, 0, 0, Optional.of(failure));
  }

  private static long bytes(List<String> row) {
    return row.stream()
        .filter(value -> value != null)
        .mapToLong(value -> value.getBytes(UTF_8).length)
        .sum();
  }

  /** Bytes read by bytes answered, Rauch and Stricker's "compression factor". */
  public OptionalDouble compressionFactor() {
    return answerBytes == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of((double) diskBytes / answerBytes);
  }

  @Override
  public String toString() {
    return difference
        .map(text -> "query %d: %s".formatted(query.number(), text))
        .orElseGet(
            () ->
                String.format(
                    Locale.ROOT,
                    "query %d: %.2f s, %.1f MB from disks",
                    query.number(),
                    seconds.orElseThrow(),
                    diskBytes / 1e6));
  }
}
