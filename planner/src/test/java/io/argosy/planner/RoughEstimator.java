package io.argosy.planner;

import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.movement.Estimator;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Set;

/**
 * Estimates without a database: a tenth of the first table's rows for each condition, and a tenth
 * of them when they are made distinct or grouped. EXISTS costs as much again as reading the rows
 * for which it is asked.
 */
record RoughEstimator(TestCatalog catalog) implements Estimator {
  private static final int NODES = 3;
  private static final double SELECTIVITY = 0.1;

  /** As of a table in which a row takes a hundredth of a page. */
  private static final double COST_OF_A_ROW = 0.02;

  private static final Set<String> AGGREGATES =
      Set.of("avg", "count", "max", "min", "stddev", "sum");

  @Override
  public Estimate of(String sql) {
    List<Token> tokens = SqlLexer.tokens(sql);
    double rows = 1000;
    int columns = 1;
    int depth = 0;
    boolean found = false;
    double selectivity = 1;
    for (int i = 0; i + 1 < tokens.size(); i++) {
      Token token = tokens.get(i);
      depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
      if (token.isWord("from") && !found && catalog.relation(tokens.get(i + 1).value()) != null) {
        found = true;
        Relation relation = catalog.relation(tokens.get(i + 1).value());
        boolean hash = relation.placement() instanceof Placement.Hash;
        rows = hash ? relation.rows() / NODES : relation.rows();
      } else if (!found && depth == 0 && token.isSymbol(",")) {
        columns++;
      } else if (depth == 0
          && (token.isWord("where")
              || token.isWord("and")
              || token.isWord("distinct")
              || token.isWord("group"))) {
        selectivity *= SELECTIVITY;
      }
    }
    boolean oneRow =
        AGGREGATES.contains(tokens.get(1).value())
            && tokens.stream().noneMatch(token -> token.isWord("group"));
    double estimate = oneRow ? 1 : Math.max(1, rows * selectivity);
    long asked = tokens.stream().filter(token -> token.isWord("exists")).count();
    return new Estimate(estimate, 8 * columns, rows * COST_OF_A_ROW * (1 + asked));
  }
}
