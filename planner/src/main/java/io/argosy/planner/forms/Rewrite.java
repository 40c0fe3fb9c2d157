package io.argosy.planner.forms;

import io.argosy.planner.movement.Choice;
import io.argosy.planner.movement.SharedStage;
import io.argosy.planner.movement.SubqueryMoves;
import io.argosy.planner.movement.rows.Site;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.calcite.sql.SqlNode;

/** What becomes of a query in a {@link Form}. */
public sealed interface Rewrite {
  /** Another query with the same result. */
  record Other(SqlNode tree) implements Rewrite {}

  /**
   * A query over a temporary table, which some rows become first.
   *
   * @param rows the query whose result they are
   * @param choices how they can lie
   * @param definition they as a query, as {@link SharedStage} has it
   * @param parts as {@link SharedStage} has them
   * @param over the query over the table
   */
  record OverRows(
      Site.Nested rows,
      List<Choice> choices,
      SqlTemplate definition,
      int parts,
      Function<SubqueryMoves.Moved, SqlNode> over)
      implements Rewrite {
    /** The rows may lie in one more way. */
    public OverRows and(Choice choice) {
      List<Choice> all = new ArrayList<>(choices);
      all.add(choice);
      return new OverRows(rows, all, definition, parts, over);
    }
  }

  /** The query has no such form. */
  record None(String reason) implements Rewrite {}

  /** Another query, or why there is none. */
  static Rewrite of(Optional<SqlNode> tree, String reason) {
    return tree.<Rewrite>map(Other::new).orElseGet(() -> new None(reason));
  }
}
