package io.argosy.coordinator.explain.advice;

import com.fasterxml.jackson.databind.JsonNode;
import io.argosy.coordinator.resource.NodeRequest;
import io.argosy.node.ResourceUse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A sort, hash or aggregate did not find room in memory. A query that changes nothing writes
 * nothing but temporary files; what it would cost with more memory is PostgreSQL's own estimate.
 */
final class SpillRule implements AdviceRule {
  private static final long MEGABYTE = 1L << 20;

  /** Less may be something else: hints in rows that were never read before. */
  private static final long LEAST_BYTES = 4 * MEGABYTE;

  /** Every backend and every sort may take as much: more is no advice. */
  private static final long MOST_MEGABYTES = 1024;

  /** In memory, rows take so many times the room that they take in a file, or less. */
  private static final int ROOM_IN_MEMORY = 3;

  @Override
  public List<Advice> advise(StatementEvidence evidence) {
    if (!evidence.planned().changesNothing()) {
      return List.of();
    }
    Optional<NodeRequest> worst =
        evidence.report().requests().stream()
            .filter(SpillRule::isQuery)
            .filter(request -> written(request) >= LEAST_BYTES)
            .max((a, b) -> Long.compare(written(a), written(b)));
    return worst.map(request -> advice(request, evidence)).stream().toList();
  }

  /** Rows that are loaded, or kept as a stage's, are written on purpose. */
  private static boolean isQuery(NodeRequest request) {
    return switch (request.kind()) {
      case SEND -> true;
      case STATEMENT -> request.step().isEmpty();
      case LOAD -> false;
    };
  }

  private static long written(NodeRequest request) {
    return request.use().flatMap(ResourceUse::files).map(ResourceUse.Files::written).orElse(0L);
  }

  private static Advice advice(NodeRequest request, StatementEvidence evidence) {
    long written = written(request);
    long wanted = Long.highestOneBit(ROOM_IN_MEMORY * written / MEGABYTE) * 2;
    long memory = Math.min(wanted, MOST_MEGABYTES);
    return new Advice(
        "SET work_mem = '" + memory + " MB'",
        request.node() + " wrote " + written / MEGABYTE + " MB of temporary files",
        gain(evidence, memory));
  }

  private static OptionalDouble gain(StatementEvidence evidence, long memory) {
    Optional<JsonNode> now = evidence.plan().apply(Map.of());
    Optional<JsonNode> then = evidence.plan().apply(Map.of("work_mem", memory + "MB"));
    if (now.isEmpty() || then.isEmpty()) {
      return OptionalDouble.empty();
    }
    double before = now.get().path("Total Cost").asDouble();
    double after = then.get().path("Total Cost").asDouble();
    // A plan that costs the same was not made for the spill that has happened.
    return before <= after ? OptionalDouble.empty() : OptionalDouble.of(1 - after / before);
  }
}
