package io.argosy.coordinator.explain.advice;

import io.argosy.coordinator.explain.advice.StatementEvidence.TableOnNode;
import io.argosy.coordinator.limit.ByteSize;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** PostgreSQL plans with statistics from before many changes, or with none. */
final class StatisticsRule implements AdviceRule {
  /** Smaller tables are planned well enough without statistics. */
  private static final long FEW_BYTES = 256 << 10;

  /** Which share of the rows must have changed. */
  private static final double MANY_CHANGES = 0.3;

  /**
   * More changes than this share of the rows come from before the planner looked: PostgreSQL counts
   * what a session did when that has nothing else to do, which may be later.
   */
  private static final double LATE_CHANGES = 0.9;

  @Override
  public List<Advice> advise(StatementEvidence evidence) {
    Map<String, TableOnNode> stale = new LinkedHashMap<>();
    for (TableOnNode table : evidence.tables()) {
      if (isStale(table)) {
        stale.putIfAbsent(table.table(), table);
      }
    }
    return stale.values().stream().map(StatisticsRule::advice).toList();
  }

  private static boolean isStale(TableOnNode table) {
    if (table.bytes() < FEW_BYTES) {
      return false;
    }
    double changed = table.changed() / Math.max(1, table.rows());
    return table.seenRows() < 0
        || table.bytes() > (1 + MANY_CHANGES) * table.seenBytes()
        || changed > MANY_CHANGES && changed < LATE_CHANGES;
  }

  private static Advice advice(TableOnNode table) {
    return Advice.ofUnknownGain(
        "ANALYZE " + table.shown(),
        table.seenRows() < 0
            ? "the planner of " + table.node() + " has never looked at it"
            : String.format(
                Locale.ROOT,
                "when the planner of %s looked, it had %.0f rows in %s; now it has %s, and %d rows"
                    + " have changed",
                table.node(),
                table.seenRows(),
                ByteSize.text(table.seenBytes()),
                ByteSize.text(table.bytes()),
                table.changed()));
  }
}
