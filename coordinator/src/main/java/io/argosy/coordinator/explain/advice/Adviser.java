package io.argosy.coordinator.explain.advice;

import java.util.Comparator;
import java.util.List;

/** Looks at what a statement has done for what would make it faster. */
public final class Adviser {
  /** What saves less is not worth the trouble. */
  private static final double LEAST_GAIN = 0.05;

  /** Where a gain that is not known stands among those that are. */
  private static final double UNKNOWN_GAIN = 0.25;

  private static final List<AdviceRule> RULES =
      List.of(
          new StatisticsRule(),
          new IndexRule(),
          new SpillRule(),
          new PlacementRule(),
          new UnevenNodesRule());

  private Adviser() {}

  /** What would help most comes first. */
  public static List<Advice> advise(StatementEvidence evidence) {
    return RULES.stream()
        .flatMap(rule -> rule.advise(evidence).stream())
        .filter(advice -> weight(advice) >= LEAST_GAIN)
        .sorted(Comparator.comparingDouble(Adviser::weight).reversed())
        .toList();
  }

  private static double weight(Advice advice) {
    return advice.gain().orElse(UNKNOWN_GAIN);
  }
}
