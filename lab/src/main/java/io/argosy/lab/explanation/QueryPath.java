package io.argosy.lab.explanation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The path that made a query take as long as it did, as EXPLAIN (ANALYZE, RESOURCES, FORMAT JSON)
 * tells of it.
 *
 * @param parts one behind the other
 */
record QueryPath(List<PathPart> parts) {
  private static final List<String> PROCESSOR =
      List.of("Processor Time", "Kernel Time", "Worker Time");
  private static final List<String> DISK = List.of("Disk Read Bytes");

  QueryPath {
    parts = List.copyOf(parts);
  }

  /**
   * Reads it.
   *
   * @param explanation the tree
   * @param nodes how many nodes the cluster has
   */
  static QueryPath of(JsonNode explanation, int nodes) {
    List<PathPart> parts = new ArrayList<>();
    for (JsonNode section : explanation.path("Path")) {
      Map<String, Double> milliseconds = new LinkedHashMap<>();
      for (JsonNode cause : section.path("Causes")) {
        milliseconds.merge(
            cause.path("Cause").asText(), cause.path("Time").asDouble(), Double::sum);
      }
      parts.add(
          new PathPart(
              extent(section, explanation.path("Requests"), nodes),
              step(section),
              milliseconds,
              share(section, explanation.path("Requests"), PROCESSOR),
              Math.round(share(section, explanation.path("Requests"), DISK))));
    }
    return new QueryPath(parts);
  }

  /** The parts of nodes, or those of the coordinator. */
  List<PathPart> partsOf(boolean nodes) {
    return parts.stream().filter(part -> part.isOfNodes() == nodes).toList();
  }

  private static String step(JsonNode section) {
    String step = section.path("Step").asText();
    return section.path("Kind").asText().equals("load") ? PathPart.loadOf(step) : step;
  }

  private static PathPart.Extent extent(JsonNode section, JsonNode requests, int nodes) {
    if (!section.has("Node")) {
      return PathPart.Extent.COORDINATOR;
    }
    Set<String> together = new TreeSet<>();
    for (JsonNode request : requests) {
      if (isOfSameKind(section, request)
          && request.path("Begin").asDouble() < section.path("End").asDouble()
          && section.path("Begin").asDouble() < request.path("End").asDouble()) {
        together.add(request.path("Node").asText());
      }
    }
    return together.size() == nodes && nodes > 1
        ? PathPart.Extent.ALL_NODES
        : PathPart.Extent.ONE_NODE;
  }

  private static boolean isOfSameKind(JsonNode section, JsonNode request) {
    return request.path("Kind").equals(section.path("Kind"))
        && request.path("Step").asText().equals(section.path("Step").asText());
  }

  /** What of a request's use falls into the part of it that is on the path. */
  private static double share(JsonNode section, JsonNode requests, List<String> uses) {
    for (JsonNode request : requests) {
      if (isOfSameKind(section, request)
          && request.path("Node").equals(section.path("Node"))
          && request.path("End").equals(section.path("End"))) {
        double all = request.path("End").asDouble() - request.path("Begin").asDouble();
        double part = all <= 0 ? 1 : Math.min(1, section.path("Time").asDouble() / all);
        return part * uses.stream().mapToDouble(use -> request.path(use).asDouble()).sum();
      }
    }
    return 0;
  }
}
