package io.argosy.planner.movement;

import io.argosy.planner.movement.rows.Replacer;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.PlainSelect;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.checkerframework.checker.nullness.qual.Nullable;

/**
 * What has been moved to every node before a stage runs. What only a node's share of the rows
 * stands for must not be among it: a row's partner may be in the share of another node.
 */
public final class AtHand {
  /**
   * Rows that have been moved.
   *
   * @param place the table's entry in FROM or the query that they come from, by its identity
   * @param table the temporary table that has them, or what is read as if it was one
   */
  record Moved(SqlNode place, String table) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Moved moved && place == moved.place && table.equals(moved.table);
    }

    @Override
    public int hashCode() {
      return table.hashCode();
    }
  }

  private final List<Moved> moved = new ArrayList<>();
  private final Map<SqlNode, SqlNode> shipped = new IdentityHashMap<>();
  private final Map<SqlNode, SqlNode> priced = new IdentityHashMap<>();

  /**
   * A table's rows have been moved.
   *
   * @param staged what they have become
   * @param item what stands in the place of its entry in FROM
   * @param filters the conditions that they are known to meet
   */
  public void add(Site.Table table, StagedTable staged, SqlNode item, List<SqlNode> filters) {
    moved.add(new Moved(table.source().item(), staged.relation().name()));
    shipped.put(table.source().item(), item);
    priced.put(table.source().item(), standIn(table, staged.stage().rows()));
    for (SqlNode filter : filters) {
      shipped.put(filter, Replacer.TRUE);
      priced.put(filter, Replacer.TRUE);
    }
  }

  /**
   * The result of a query has been moved, which another one reads.
   *
   * @param table what it is called
   */
  public void add(SqlNode query, String table, SqlNode reading) {
    moved.add(new Moved(query, table));
    shipped.put(query, reading);
    priced.put(query, query);
  }

  /**
   * What has been moved, in its order. It decides all the rest: a table has one name and content.
   */
  List<Moved> moved() {
    return List.copyOf(moved);
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
