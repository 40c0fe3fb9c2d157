package io.argosy.planner.search;

import io.argosy.planner.parse.PlainSelect;
import io.argosy.planner.write.Trees;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * What has been moved to every node before a stage runs. What only a node's share of the rows
 * stands for must not be among it: a row's partner may be in the share of another node.
 */
final class AtHand {
  private final Map<SqlNode, SqlNode> shipped = new IdentityHashMap<>();
  private final Map<SqlNode, SqlNode> priced = new IdentityHashMap<>();

  /**
   * A table's rows have been moved.
   *
   * @param staged what stands in the place of its entry in FROM
   * @param rows how many there are
   * @param filters the conditions that they are known to meet
   */
  void add(Site.Table table, SqlNode staged, double rows, List<SqlNode> filters) {
    shipped.put(table.source().item(), staged);
    priced.put(table.source().item(), standIn(table, rows));
    for (SqlNode filter : filters) {
      shipped.put(filter, Replacer.TRUE);
      priced.put(filter, Replacer.TRUE);
    }
  }

  /** The result of a query has been moved, which another one reads. */
  void add(SqlNode query, SqlNode reading) {
    shipped.put(query, reading);
    priced.put(query, query);
  }

  /** What stands in the place of trees. */
  Map<SqlNode, SqlNode> shipped() {
    return shipped;
  }

  /**
   * The same for PostgreSQL's estimates, which are made before anything has moved: as many rows as
   * are moved of the table, that need not be looked for.
   */
  Map<SqlNode, SqlNode> priced() {
    return priced;
  }

  private static SqlNode standIn(Site.Table table, double rows) {
    SqlNode all = SqlIdentifier.star(SqlParserPos.ZERO);
    SqlNode some =
        PlainSelect.first(
            (long) Math.max(1, rows), Trees.list(List.of(all)), table.source().item());
    return Trees.as(some, table.source().alias());
  }
}
