package io.argosy.planner.movement.rows;

import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.PlainSelect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Partners whose columns have the very values that are wanted of a table's rows. Each can ask
 * whether there is a row for it, so that PostgreSQL looks no further than the first:
 *
 * <pre>
 * SELECT DISTINCT t.x FROM t WHERE t.x IN (SELECT p.y FROM p) AND ..
 * SELECT DISTINCT p.y AS x FROM p WHERE EXISTS (SELECT t.x FROM t WHERE t.x = p.y AND ..)
 * </pre>
 *
 * @param partners columns of one table that are equal to columns of the rows
 * @param moved what stands in the place of that table's entry in FROM
 */
record TellingPartners(List<Reduction.Partner> partners, SqlNode moved) {

  /**
   * The first that tell all the columns, if any do.
   *
   * @param everywhere what has been moved to every node, as {@link TableMove} takes it
   */
  static Optional<TellingPartners> of(
      Reduction reduction,
      Site.Table site,
      List<Integer> columns,
      Map<SqlNode, SqlNode> everywhere) {
    for (List<Reduction.Partner> partners : reduction.partnersBySource()) {
      SqlNode moved = everywhere.get(partners.getFirst().other().source().item());
      if (moved != null) {
        TellingPartners telling = new TellingPartners(partners, moved);
        if (telling.tell(site, columns)) {
          return Optional.of(telling);
        }
      }
    }
    return Optional.empty();
  }

  private boolean tell(Site.Table site, List<Integer> columns) {
    return !source().alias().equals(site.source().alias())
        && columns.stream().allMatch(column -> value(column).isPresent());
  }

  /** The table of the partners. */
  Source source() {
    return partners.getFirst().other().source();
  }

  private Optional<Reduction.Partner> value(int column) {
    return partners.stream()
        .filter(partner -> partner.column().index() == column)
        .filter(partner -> KeyTypes.same(partner.column().type(), partner.other().type()))
        .findFirst();
  }

  /**
   * The values of which there are rows, each once.
   *
   * @param columns of the rows
   * @param item the entry in FROM from which the rows are read
   * @param conditions on the rows that are more than to have a partner
   */
  SqlSelect query(List<Integer> columns, SqlNode item, List<SqlNode> conditions) {
    List<SqlNode> all = new ArrayList<>();
    for (Reduction.Partner partner : partners) {
      all.add(
          SqlStdOperatorTable.EQUALS.createCall(
              SqlParserPos.ZERO,
              TableMove.name(partner.column()),
              TableMove.name(partner.other())));
    }
    all.addAll(conditions);
    List<SqlNode> names = new ArrayList<>();
    List<SqlNode> values = new ArrayList<>();
    for (int column : columns) {
      Reduction.Partner partner = value(column).orElseThrow();
      names.add(TableMove.name(partner.column()));
      values.add(Trees.as(TableMove.name(partner.other()), partner.column().name()));
    }
    SqlNode rows = PlainSelect.of(Trees.list(names), item, Trees.conjunction(all));
    return PlainSelect.distinct(
        Trees.list(values), moved, SqlStdOperatorTable.EXISTS.createCall(SqlParserPos.ZERO, rows));
  }
}
