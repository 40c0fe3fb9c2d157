package io.argosy.planner.search;

import io.argosy.planner.catalog.Placement;
import io.argosy.planner.catalog.Relation;
import io.argosy.planner.plan.Share;
import io.argosy.planner.write.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A replicated table of which each node reads its share.
 *
 * @param relation the table as the planner sees it, divided among the nodes
 * @param item what stands in the place of its entry in FROM
 * @param words for EXPLAIN
 */
record CarvedTable(Relation relation, SqlNode item, String words) {
  /**
   * @param column by which it is divided
   */
  static CarvedTable of(
      Context context, Site.Table table, int column, Share.Division division, int group) {
    Relation whole = table.relation();
    Relation.Column key = whole.columns().get(column);
    String name = key.name();
    int number =
        context
            .moves()
            .share(new Share(context.statement().text(Trees.name(name)), !key.notNull(), division));
    Relation relation =
        new Relation(
            "pg_temp",
            "argosy_share_" + number,
            false,
            whole.columns(),
            List.of(),
            new Placement.Hash(group, name),
            Optional.empty(),
            whole.rows());
    String by =
        switch (division) {
          case Share.Division.Slots slots -> name;
          case Share.Division.Ranges ranges -> "ranges of " + name;
        };
    return new CarvedTable(
        relation, item(table, relation.name(), number), "CARVE " + whole.name() + " (" + by + ")");
  }

  private static SqlNode item(Site.Table table, String name, int number) {
    SqlNode item = table.source().item();
    boolean named = item.getKind() == SqlKind.AS;
    SqlNode identifier = named ? ((SqlCall) item).operand(0) : item;
    SharedTable shared =
        new SharedTable(List.of("pg_temp", name), (SqlIdentifier) identifier, number);
    if (!named) {
      return Trees.as(shared, table.source().alias());
    }
    List<SqlNode> operands = new ArrayList<>(((SqlCall) item).getOperandList());
    operands.set(0, shared);
    return ((SqlCall) item).getOperator().createCall(SqlParserPos.ZERO, operands);
  }
}
