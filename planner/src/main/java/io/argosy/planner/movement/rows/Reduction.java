package io.argosy.planner.movement.rows;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.JoinTree;
import io.argosy.planner.bind.Names;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.write.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlNode;

/**
 * Which rows of a table can matter at all, from the conditions around it.
 *
 * @param filters conjuncts over the table alone: its other rows can be left out before, and then
 *     the conjuncts need not be asked again
 * @param implied conditions over the table alone that follow from others, which must be asked again
 * @param withQueries conjuncts that have queries within
 * @param partners columns of other tables that a column of it must be equal to
 */
public record Reduction(
    List<SqlNode> filters,
    List<SqlNode> implied,
    List<SqlNode> withQueries,
    List<Partner> partners) {
  /**
   * @param column of the table
   * @param other of a table of the same SELECT or of one around it
   * @param block the SELECT in which the other table stands
   */
  public record Partner(Column column, Column other, Site.Block block) {
    /** The other table. */
    public Site.Table table() {
      Relation relation = ((Source.Table) other.source().origin()).relation();
      return new Site.Table(other.source(), relation, block, false);
    }
  }

  /** What holds for the rows of a table of a block. */
  static Reduction of(Binding binding, Source source, Site.Block block) {
    List<SqlNode> conjuncts = conjuncts(source, block.select());
    List<SqlNode> filters = conjuncts.stream().filter(c -> isOver(binding, c, source)).toList();
    List<SqlNode> implied =
        conjuncts.stream()
            .flatMap(conjunct -> ImpliedCondition.of(binding, conjunct, source).stream())
            .toList();
    List<Partner> partners = new ArrayList<>();
    List<Column[]> equalities = equalities(binding, conjuncts);
    for (Column[] equality : equalities) {
      partner(equality, source, block).ifPresent(partners::add);
      // What is equal to a third column is equal to each other.
      for (Column[] other : equalities) {
        common(equality, other)
            .flatMap(ends -> partner(ends, source, block))
            .filter(partner -> !partners.contains(partner))
            .ifPresent(partners::add);
      }
    }
    List<SqlNode> withQueries = conjuncts.stream().filter(Trees::containsQuery).toList();
    return new Reduction(filters, implied, withQueries, partners);
  }

  /** All that is known to hold for the rows that matter, from conditions over the table alone. */
  List<SqlNode> conditions() {
    return Stream.concat(filters.stream(), implied.stream()).toList();
  }

  /** The partners, those in one table together: one row of it has to be equal in all of them. */
  public List<List<Partner>> partnersBySource() {
    Map<Source, List<Partner>> bySource = new LinkedHashMap<>();
    for (Partner partner : partners) {
      bySource.computeIfAbsent(partner.other().source(), key -> new ArrayList<>()).add(partner);
    }
    return List.copyOf(bySource.values());
  }

  /**
   * Columns of two tables that must be equal. What is equal within one is a filter of it, whose
   * columns need not be there any more where its rows have been moved.
   */
  private static List<Column[]> equalities(Binding binding, List<SqlNode> conjuncts) {
    List<Column[]> equalities = new ArrayList<>();
    for (SqlNode conjunct : conjuncts) {
      if (conjunct.getKind() == SqlKind.EQUALS) {
        Optional<Column> left = binding.column(((SqlCall) conjunct).operand(0));
        Optional<Column> right = binding.column(((SqlCall) conjunct).operand(1));
        if (left.isPresent() && right.isPresent() && left.get().source() != right.get().source()) {
          equalities.add(new Column[] {left.get(), right.get()});
        }
      }
    }
    return equalities;
  }

  /** The other ends of two equalities that have one column in common. */
  private static Optional<Column[]> common(Column[] one, Column[] other) {
    for (int i = 0; i < 2; i++) {
      for (int j = 0; j < 2; j++) {
        boolean same = one[i].equals(other[j]) && !one[1 - i].equals(other[1 - j]);
        if (same
            && KeyTypes.comparable(one[i].type(), one[1 - i].type())
            && KeyTypes.comparable(other[j].type(), other[1 - j].type())) {
          return Optional.of(new Column[] {one[1 - i], other[1 - j]});
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<Partner> partner(Column[] equality, Source source, Site.Block block) {
    for (int i = 0; i < 2; i++) {
      int own = i;
      Column other = equality[1 - i];
      if (equality[i].source() == source
          && other.source() != source
          && other.source().origin() instanceof Source.Table) {
        return around(other, block).map(found -> new Partner(equality[own], other, found));
      }
    }
    return Optional.empty();
  }

  /** The SELECT in which a column's source stands: the block or one around it. */
  private static Optional<Site.Block> around(Column column, Site.Block block) {
    Optional<Site.Block> at = Optional.of(block);
    while (at.isPresent() && !at.get().select().sources().contains(column.source())) {
      at = at.get().outer();
    }
    return at;
  }

  /** The conjuncts that every row of the source meets that is joined with others. */
  public static List<SqlNode> conjuncts(Source source, Query.Select select) {
    return conjuncts(source, select.from().orElseThrow(), select.where());
  }

  private static List<SqlNode> conjuncts(Source source, JoinTree tree, List<SqlNode> inherited) {
    if (!(tree instanceof JoinTree.Join join)) {
      return inherited;
    }
    boolean left = contains(join.left(), source);
    JoinTree side = left ? join.left() : join.right();
    return switch (join.type()) {
      case INNER -> {
        List<SqlNode> both = new ArrayList<>(inherited);
        both.addAll(join.on());
        yield conjuncts(source, side, both);
      }
      case LEFT -> conjuncts(source, side, left ? inherited : join.on());
      case RIGHT -> conjuncts(source, side, left ? join.on() : inherited);
      case FULL -> conjuncts(source, side, List.of());
    };
  }

  private static boolean contains(JoinTree tree, Source source) {
    return switch (tree) {
      case JoinTree.Leaf leaf -> leaf.source() == source;
      case JoinTree.Join join -> contains(join.left(), source) || contains(join.right(), source);
    };
  }

  /** Whether a condition is over columns of one table, and over nothing else. */
  public static boolean isOver(Binding binding, SqlNode conjunct, Source source) {
    if (Trees.containsQuery(conjunct)) {
      return false;
    }
    boolean any = false;
    for (SqlIdentifier name : Names.in(conjunct)) {
      Optional<Column> column = binding.column(name);
      if (column.isPresent()) {
        if (column.get().source() != source) {
          return false;
        }
        any = true;
      }
    }
    return any;
  }
}
