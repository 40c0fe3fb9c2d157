package io.argosy.coordinator.analysis;

import io.argosy.coordinator.limit.BoundedMaps;
import io.argosy.planner.plan.Stage;
import io.argosy.sql.lexer.NormalizedText;
import java.util.List;
import java.util.Map;

/**
 * By how much PostgreSQL errs in its estimates of how many rows queries have, as those that have
 * run tell: the feedback of a learning optimizer (Stillger, Lohman, Markl, Kandil: LEO, DB2's
 * learning optimizer, VLDB 2001). Queries that differ in their constants only are one: what
 * PostgreSQL does not know of them, such as that columns depend on each other, is the same.
 * Thread-safe.
 */
public final class CardinalityFeedback {
  private static final int QUERIES = 2_000;

  /** Longer texts would be known by their beginnings only. */
  private static final int LONGEST_QUERY = NormalizedText.LONGEST - 96;

  /** An error by a smaller factor seldom changes a plan. */
  private static final double WORTH_LEARNING = 2;

  /** What so few rows cost is not worth another plan. */
  private static final double FEW_ROWS = 500;

  private static final double LARGEST_FACTOR = 1e6;

  /** A query of which something else is learned again and again is left to PostgreSQL. */
  private static final int MOST_CHANGES = 8;

  /**
   * @param tables those of the statement, since names may mean others
   * @param query without its constants
   */
  private record Key(List<String> tables, String query) {}

  /**
   * @param factor what an estimate is to be multiplied by
   * @param changes how often it has been another one
   */
  private record Learned(double factor, int changes) {
    double applied() {
      return changes > MOST_CHANGES ? 1 : factor;
    }
  }

  /**
   * What a plan was made with.
   *
   * @param rows how many PostgreSQL expected on one node
   * @param factor by which that was multiplied
   */
  record Expectation(double rows, double factor) {
    private double expected() {
      return rows * factor;
    }
  }

  private final Map<Key, Learned> learned = BoundedMaps.of(QUERIES);

  /**
   * What PostgreSQL's estimate of the rows of a query is to be multiplied by.
   *
   * @param statement the relations of the statement that it is made for
   */
  double factor(List<RelationFact> statement, String query) {
    if (learned.isEmpty() || query.length() > LONGEST_QUERY) {
      return 1;
    }
    Learned known = learned.get(key(statement, query));
    return known == null ? 1 : known.applied();
  }

  /**
   * Stages of a plan have run.
   *
   * @param rows how many rows one node had
   * @return whether a plan that is made now expects something else than the one that was run
   */
  public boolean learn(PlannedStatement planned, Map<Stage, Double> rows) {
    boolean changed = false;
    for (Map.Entry<Stage, Double> each : rows.entrySet()) {
      Stage stage = each.getKey();
      Expectation expectation = planned.expectations().get(stage.table());
      if (expectation != null) {
        changed |= learn(planned.relations(), stage.query().text(), expectation, each.getValue());
      }
    }
    return changed;
  }

  /**
   * A query has run.
   *
   * @param statement the relations of the statement that it was made for
   * @param counted how many rows one node had of it
   * @return whether a plan that is made now expects something else than the one that was run
   */
  boolean learn(
      List<RelationFact> statement, String query, Expectation expectation, double counted) {
    if (query.length() > LONGEST_QUERY || isRight(expectation, counted)) {
      return false;
    }
    double error = Math.max(counted, 1) / Math.max(expectation.rows(), 1);
    double factor = Math.clamp(error, 1 / LARGEST_FACTOR, LARGEST_FACTOR);
    Learned now =
        learned.compute(
            key(statement, query),
            (key, before) -> before == null ? new Learned(factor, 1) : changed(before, factor));
    return !isAlike(now.applied(), expectation.factor());
  }

  private static Learned changed(Learned before, double factor) {
    return before.changes() > MOST_CHANGES || isAlike(before.factor(), factor)
        ? before
        : new Learned(factor, before.changes() + 1);
  }

  private static boolean isRight(Expectation expectation, double counted) {
    return Math.abs(counted - expectation.expected()) < FEW_ROWS
        || isAlike(Math.max(counted, 1), Math.max(expectation.expected(), 1));
  }

  private static boolean isAlike(double one, double other) {
    return Math.max(one, other) < WORTH_LEARNING * Math.min(one, other);
  }

  /** The catalog has changed: everything is forgotten. */
  public void clear() {
    learned.clear();
  }

  private static Key key(List<RelationFact> statement, String query) {
    return new Key(
        statement.stream().map(RelationFact::qualifiedName).sorted().toList(),
        NormalizedText.of(query));
  }
}
