package io.argosy.coordinator.analysis;

import io.argosy.coordinator.limit.BoundedMaps;
import io.argosy.sql.lexer.NormalizedText;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * By how much PostgreSQL errs in its estimates of how many rows queries have, as those that have
 * run tell: the feedback of a learning optimizer (Stillger, Lohman, Markl, Kandil: LEO, DB2's
 * learning optimizer, VLDB 2001). Queries that differ in their constants only are one: what
 * PostgreSQL does not know of them, such as that columns depend on each other, is the same.
 * Thread-safe.
 */
public final class CardinalityFeedback {
  private static final int QUERIES = 10_000;

  /** An error by less than this factor changes no plan for certain. */
  private static final double WORTH_LEARNING = 2;

  private static final double LARGEST_FACTOR = 1e6;

  /** A query whose error is never the same is left to PostgreSQL. */
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

  private final Map<Key, Learned> learned = BoundedMaps.of(QUERIES);

  /**
   * What PostgreSQL's estimate of the rows of a query is to be multiplied by.
   *
   * @param statement the relations of the statement that it is made for
   */
  double factor(List<RelationFact> statement, String query) {
    if (learned.isEmpty()) {
      return 1;
    }
    Learned known = learned.get(key(statement, query));
    return known == null ? 1 : known.applied();
  }

  /**
   * A query has run.
   *
   * @param statement the relations of the statement that it was made for
   * @param estimated how many rows were expected of it, after the factor
   * @param counted how many it had
   * @return whether the next estimate will be another one
   */
  boolean learn(List<RelationFact> statement, String query, double estimated, double counted) {
    double error = Math.max(counted, 1) / Math.max(estimated, 1);
    if (error < WORTH_LEARNING && error > 1 / WORTH_LEARNING) {
      return false;
    }
    Key key = key(statement, query);
    Learned before = learned.getOrDefault(key, new Learned(1, 0));
    if (before.changes() > MOST_CHANGES) {
      return false;
    }
    double factor = Math.clamp(before.factor() * error, 1 / LARGEST_FACTOR, LARGEST_FACTOR);
    Learned after = new Learned(factor, before.changes() + 1);
    learned.put(key, after);
    return after.applied() != before.applied();
  }

  /** The catalog has changed: everything is forgotten. */
  public void clear() {
    learned.clear();
  }

  private static Key key(List<RelationFact> statement, String query) {
    return new Key(
        statement.stream().map(RelationFact::qualifiedName).sorted().collect(Collectors.toList()),
        NormalizedText.of(query));
  }
}
