package io.argosy.tests.client;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a driver's program has seen.
 *
 * @param driver the driver's name and version
 * @param behaviours what was seen of each behaviour, in its order
 */
record DriverReport(String driver, Map<String, List<String>> behaviours) {
  /** What is seen of a behaviour that the driver does not have. */
  static final String NOT_OFFERED = "not offered";

  private static final String HEADING = "== ";

  /** Reads a program's output: the driver, then each behaviour's name and what was seen of it. */
  static DriverReport parse(List<String> lines) {
    Map<String, List<String>> behaviours = new LinkedHashMap<>();
    List<String> seen = new ArrayList<>();
    for (String line : lines.subList(1, lines.size())) {
      if (line.startsWith(HEADING)) {
        seen = new ArrayList<>();
        behaviours.put(line.substring(HEADING.length()), seen);
      } else {
        seen.add(line);
      }
    }
    return new DriverReport(lines.getFirst(), behaviours);
  }

  boolean offers(String behaviour) {
    return !behaviours.get(behaviour).contains(NOT_OFFERED);
  }
}
