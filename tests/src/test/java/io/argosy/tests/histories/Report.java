package io.argosy.tests.histories;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The anomalies of a history. */
final class Report {
  /** Of each kind, as many are described; all are counted. */
  private static final int DESCRIBED = 5;

  private final Map<Anomaly, Integer> counts = new EnumMap<>(Anomaly.class);
  private final Map<Anomaly, List<String>> described = new EnumMap<>(Anomaly.class);

  void add(Anomaly anomaly, String description) {
    counts.merge(anomaly, 1, Integer::sum);
    List<String> descriptions = described.computeIfAbsent(anomaly, key -> new ArrayList<>());
    if (descriptions.size() < DESCRIBED) {
      descriptions.add(description);
    }
  }

  Set<Anomaly> anomalies() {
    return counts.keySet();
  }

  Map<Anomaly, Integer> counts() {
    return counts;
  }

  /** Those of some kinds, with what is known of them. */
  String describe(Set<Anomaly> kinds) {
    StringBuilder text = new StringBuilder();
    kinds.forEach(
        kind ->
            described
                .getOrDefault(kind, List.of())
                .forEach(each -> text.append(kind).append(": ").append(each).append('\n')));
    return text.toString();
  }
}
