package io.argosy.coordinator.explain.advice;

import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.explain.advice.StatementEvidence.TableOnNode;
import io.argosy.coordinator.limit.ByteSize;
import io.argosy.coordinator.resource.NodeRequest;
import io.argosy.coordinator.resource.StepUse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All nodes wait for one: since it has more rows than others, or since it is slower. What a node
 * takes is the time of its requests without that in which it waited for others.
 */
final class UnevenNodesRule implements AdviceRule {
  /** How many times longer the slowest node must take than the others. */
  private static final double LONGER = 1.5;

  /** How much longer it must take: shorter times differ by chance. */
  private static final Duration LEAST_TIME = Duration.ofMillis(10);

  /** How many times more rows are many more. */
  private static final double MORE_ROWS = 1.3;

  @Override
  public List<Advice> advise(StatementEvidence evidence) {
    Map<String, List<StepUse>> steps = new LinkedHashMap<>();
    for (StepUse use : evidence.report().uses()) {
      if (!evidence.runners().getOrDefault(use.step(), Set.of()).contains(use.use().node())) {
        continue;
      }
      steps.computeIfAbsent(use.step(), ignored -> new ArrayList<>()).add(use);
    }
    return steps.values().stream()
        .flatMap(nodes -> ofStep(nodes, evidence).stream())
        .limit(1)
        .toList();
  }

  private static Optional<Advice> ofStep(List<StepUse> nodes, StatementEvidence evidence) {
    if (nodes.size() < 2) {
      return Optional.empty();
    }
    StepUse slowest = nodes.stream().max(Comparator.comparing(UnevenNodesRule::own)).orElseThrow();
    double others =
        nodes.stream()
            .filter(node -> node != slowest)
            .mapToLong(UnevenNodesRule::own)
            .average()
            .orElseThrow();
    if (own(slowest) < LONGER * others || own(slowest) - others < LEAST_TIME.toNanos()) {
      return Optional.empty();
    }
    double gain = evidence.share(Math.round((own(slowest) - others) * (1 - 1.0 / nodes.size())));
    String node = slowest.use().node();
    double ratio = own(slowest) / Math.max(1, others);
    return Optional.of(
        fullest(node, evidence)
            .map(table -> skewed(table, evidence, gain))
            .orElseGet(() -> slow(node, ratio, evidence)));
  }

  /** What it took for itself, in nanoseconds. */
  private static long own(StepUse step) {
    return step.use().use().elapsed() - step.use().use().peers();
  }

  /** The table of which the node has many more rows than others; the largest of these. */
  private static Optional<TableOnNode> fullest(String node, StatementEvidence evidence) {
    return evidence.tables().stream()
        .filter(table -> table.node().equals(node))
        .filter(table -> isPartitioned(table.table(), evidence))
        .filter(table -> table.bytes() > MORE_ROWS * others(table, evidence))
        .max(Comparator.comparing(TableOnNode::bytes));
  }

  private static boolean isPartitioned(String table, StatementEvidence evidence) {
    return evidence.planned().relations().stream()
        .filter(RelationFact::partitioned)
        .anyMatch(relation -> relation.qualifiedName().equals(table));
  }

  /** How many bytes the other nodes have, on average. */
  private static double others(TableOnNode one, StatementEvidence evidence) {
    return evidence.tables().stream()
        .filter(table -> table.table().equals(one.table()) && !table.node().equals(one.node()))
        .mapToLong(TableOnNode::bytes)
        .average()
        .orElse(Double.MAX_VALUE);
  }

  private static Advice skewed(TableOnNode table, StatementEvidence evidence, double gain) {
    return Advice.of(
        "distribute " + table.shown() + " by a column whose values are spread more evenly",
        table.node()
            + " has "
            + ByteSize.text(table.bytes())
            + " of it, the other nodes "
            + ByteSize.text(Math.round(others(table, evidence)))
            + " on average",
        gain);
  }

  private static Advice slow(String node, double ratio, StatementEvidence evidence) {
    double share =
        evidence.share(
            evidence.report().requests().stream()
                .filter(request -> request.node().equals(node))
                .mapToLong(NodeRequest::duration)
                .max()
                .orElse(0));
    return Advice.of(
        "find out why " + node + " is slower than the other nodes: other load, disk, limits",
        String.format(
            Locale.ROOT, "it takes %.1f times as long as they do for about as many rows", ratio),
        share * (1 - 1 / ratio));
  }
}
