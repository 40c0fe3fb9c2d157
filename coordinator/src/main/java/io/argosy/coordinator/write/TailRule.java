package io.argosy.coordinator.write;

import io.argosy.planner.plan.Plan;
import io.argosy.sql.lexer.SqlLexer;
import java.util.List;

/**
 * Where ON CONFLICT and RETURNING of an INSERT are evaluated.
 *
 * @param tail with parameters for what has one value for the whole statement
 * @param once the values of these parameters, which follow the statement's own
 * @param with the WITH that the tail refers to, as SQL, or empty
 * @param identity the columns that tell a row of the target from the others, or none
 */
record TailRule(
    Way way, InsertTail tail, List<Plan.Once> once, String with, List<String> identity) {
  /** Ways. */
  enum Way {
    /** Each node does it with what it has: that is all that it reads. */
    ON_EACH_NODE,
    /** Each node does it for its rows, over copies of what it reads. */
    OVER_COPIES,
    /** The home node does it, and the others get the rows that it has made. */
    CARRIED
  }

  /** Whether the tail reads tables. */
  boolean reads() {
    return readsTables(tail.text());
  }

  /** Whether the nodes need no more than the tail's text. */
  boolean plain() {
    return way == Way.ON_EACH_NODE && once.isEmpty() && !reads();
  }

  /** Whether all nodes evaluate it over their own tables; else something is copied before. */
  boolean needsNoCopies(boolean replicated) {
    // What is returned of a replicated table only the home node evaluates.
    return way == Way.ON_EACH_NODE && !(replicated && readsTables(tail.returning()));
  }

  /**
   * What a node gets of the tail: what other copies of a replicated table return is the same.
   *
   * @param first whether its answer is the client's
   */
  String text(boolean first) {
    return first ? tail.text() : tail.onConflict();
  }

  static boolean readsTables(String sql) {
    return SqlLexer.tokens(sql).stream().anyMatch(token -> token.isWord("select"));
  }
}
