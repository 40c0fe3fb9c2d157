package io.argosy.planner.forms.lookup;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.movement.rows.FromEntry;
import io.argosy.planner.movement.rows.Reduction;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.movement.rows.TableMove;
import io.argosy.planner.write.Trees;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.sql.JoinConditionType;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlJoin;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * How rows of a replicated table can be looked up in an index for each row of the table that it is
 * joined with, where a node has only few of these, in the place of reading all of it:
 *
 * <pre>
 * FROM t, p WHERE p.x = t.x AND ..
 * FROM p, LATERAL (SELECT * FROM t AS argosy_row WHERE argosy_row.x = p.x OFFSET 0) AS t WHERE ..
 * </pre>
 *
 * <p>Both are the same rows: an inner join has the pairs that meet its conditions, in whatever
 * order it names the tables. Only a star would show the order, and an outer join or USING is more
 * than its conditions. PostgreSQL could find this by itself, but does not where it expects a node's
 * share of p to be larger than it is, nor with NOT IN: it counts the hash table of the subquery
 * anew for every row of p.
 *
 * @param table the table
 * @param partner the one that it is joined with, in the same SELECT
 * @param join of the two, which is all of FROM
 * @param equalities the conjuncts that make columns that lead an index equal to the partner's
 * @param columns the partner's columns by the names of those
 */
public record Lookup(
    Site.Table table,
    Site.Table partner,
    SqlJoin join,
    List<SqlCall> equalities,
    Map<String, Column> columns) {

  /** How a table can be looked up, if it can. */
  static Optional<Lookup> of(Binding binding, Site.Table table) {
    Query.Select select = table.block().select();
    boolean possible =
        table.relation().placement() instanceof Placement.Replicated
            && !table.recursive()
            // Within an expression it would be looked up for each row outside.
            && table.block().outer().isEmpty()
            && select.sources().size() == 2;
    if (!possible
        || !(select.node().getFrom() instanceof SqlJoin join)
        || !isInner(join)
        || !(partner(select, table) instanceof Source partner)
        || !(partner.origin() instanceof Source.Table other)) {
      return Optional.empty();
    }
    boolean named = !partner.alias().equals(table.source().alias());
    boolean starred = select.outputs().stream().anyMatch(output -> output.expression().isEmpty());
    Site.Table site = new Site.Table(partner, other.relation(), table.block(), false);
    return named && (!starred || join.getRight() == table.source().item())
        ? of(binding, table, site, join)
        : Optional.empty();
  }

  private static boolean isInner(SqlJoin join) {
    boolean inner =
        switch (join.getJoinType()) {
          case INNER, CROSS, COMMA -> true;
          default -> false;
        };
    return inner && !join.isNatural() && join.getConditionType() != JoinConditionType.USING;
  }

  private static Source partner(Query.Select select, Site.Table table) {
    Source first = select.sources().get(0);
    return first == table.source() ? select.sources().get(1) : first;
  }

  private static Optional<Lookup> of(
      Binding binding, Site.Table table, Site.Table partner, SqlJoin join) {
    Map<String, SqlCall> equalities = new LinkedHashMap<>();
    Map<String, Column> others = new LinkedHashMap<>();
    for (SqlNode conjunct : Reduction.conjuncts(table.source(), table.block().select())) {
      if (conjunct.getKind() != SqlKind.EQUALS) {
        continue;
      }
      Optional<Column> left = binding.column(((SqlCall) conjunct).operand(0));
      Optional<Column> right = binding.column(((SqlCall) conjunct).operand(1));
      if (left.isEmpty()
          || right.isEmpty()
          || !KeyTypes.comparable(left.get().type(), right.get().type())) {
        continue;
      }
      boolean isLeft = left.get().source() == table.source();
      Column own = isLeft ? left.get() : right.get();
      Column other = isLeft ? right.get() : left.get();
      if (own.source() == table.source() && other.source() == partner.source()) {
        String name = table.relation().columns().get(own.index()).name();
        equalities.putIfAbsent(name, (SqlCall) conjunct);
        others.putIfAbsent(name, other);
      }
    }
    List<String> leading = leading(table.relation(), equalities.keySet().stream().toList());
    Map<String, Column> columns = new LinkedHashMap<>();
    leading.forEach(name -> columns.put(name, others.get(name)));
    return leading.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Lookup(
                table, partner, join, leading.stream().map(equalities::get).toList(), columns));
  }

  /** As many of some columns as lead an index. */
  static List<String> leading(Relation relation, List<String> known) {
    Stream<List<String>> indexes =
        Stream.concat(
            relation.uniqueKeys().stream(),
            relation.histograms().stream().map(histogram -> List.of(histogram.column())));
    return indexes
        .map(index -> index.stream().takeWhile(known::contains).toList())
        .reduce(List.of(), (best, other) -> other.size() > best.size() ? other : best);
  }

  /** Whether a lookup finds at most one row. */
  boolean findsOne() {
    return table.relation().uniqueKeys().stream().anyMatch(columns.keySet()::containsAll);
  }

  /** The table as the planner sees it then, by a name that nothing else has. */
  public Relation relation(String name) {
    Relation whole = table.relation();
    return Relation.temporary(name, whole.columns(), whole.placement(), whole.rows());
  }

  /**
   * What stands in the place of which trees.
   *
   * @param name that of {@link #relation}
   * @param row the name of a row that is looked up, where the partner's row has its own
   */
  public Map<SqlNode, SqlNode> replaced(String name, String row) {
    Map<SqlIdentifier, SqlIdentifier> equal = new LinkedHashMap<>();
    columns.forEach((own, other) -> equal.put(Trees.name(row, own), TableMove.name(other)));
    Map<SqlNode, SqlNode> replaced = new LinkedHashMap<>();
    replaced.put(
        table.source().item(),
        FromEntry.renamed(
            table, own -> new LookedUpTable(List.of(Relation.TEMPORARY, name), own, row, equal)));
    equalities.forEach(equality -> replaced.put(equality, new MetEquality(equality)));
    return replaced;
  }

  /** The join with the partner first, so that the table can refer to it. */
  public SqlNode ordered() {
    return new SqlJoin(
        SqlParserPos.ZERO,
        partner.source().item(),
        join.isNaturalNode(),
        join.getJoinTypeNode(),
        table.source().item(),
        join.getConditionTypeNode(),
        join.getCondition());
  }

  /** For EXPLAIN. */
  public String words() {
    return "LOOK UP " + table.describe() + " (" + String.join(", ", columns.keySet()) + ")";
  }
}
