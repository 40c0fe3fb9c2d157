package io.argosy.planner.bind;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;

/** A query block or a combination of them. */
public sealed interface Query {
  /** Its columns. */
  List<Output> outputs();

  /** Whether LIMIT, OFFSET or FETCH cuts its rows. */
  Cut cut();

  /** The same query with its rows cut. */
  Query withCut(Cut cut);

  /** The queries directly within it: branches, derived tables, those within expressions. */
  List<Query> within();

  /** It and all queries within it, on whatever level. */
  default List<Query> all() {
    List<Query> all = new ArrayList<>();
    all.add(this);
    within().forEach(query -> all.addAll(query.all()));
    return all;
  }

  /** The entries of the FROM clauses of it and of all queries within it. */
  default List<Source> allSources() {
    List<Source> sources = new ArrayList<>();
    for (Query query : all()) {
      if (query instanceof Select select) {
        sources.addAll(select.sources());
      }
    }
    return sources;
  }

  /**
   * A column of a query.
   *
   * @param column the source's column that it is, if it is nothing but that
   * @param expression what it is in the text; empty for a column that came out of a star
   * @param type its type where that is known without PostgreSQL, otherwise empty
   */
  record Output(String name, Optional<Column> column, Optional<SqlNode> expression, String type) {}

  /**
   * SELECT.
   *
   * @param node its text as a tree
   * @param from its FROM clause, empty without one
   * @param sources the leaves of its FROM clause, in the order of the text
   * @param where the conjuncts of WHERE
   * @param groupBy the plain expressions of GROUP BY, with ordinals and aliases resolved
   * @param groupingSets whether GROUP BY has grouping sets, ROLLUP or CUBE
   * @param aggregated whether rows are grouped, be it into one group
   * @param distinctOn the expressions of DISTINCT ON
   * @param partitions the PARTITION BY lists of all window functions
   * @param nested the queries within its expressions
   */
  record Select(
      SqlSelect node,
      Optional<JoinTree> from,
      List<Source> sources,
      List<SqlNode> where,
      List<SqlNode> groupBy,
      boolean groupingSets,
      boolean aggregated,
      boolean distinct,
      List<SqlNode> distinctOn,
      List<List<SqlNode>> partitions,
      List<Nested> nested,
      List<Output> outputs,
      Cut cut)
      implements Query {
    /** The items of a GROUP BY, be it DISTINCT or not. */
    static List<SqlNode> groupItems(SqlSelect select) {
      if (select.getGroup() == null) {
        return List.of();
      }
      return isGroupedDistinct(select)
          ? ((SqlCall) select.getGroup().get(0)).getOperandList()
          : select.getGroup();
    }

    private static boolean isGroupedDistinct(SqlSelect select) {
      return select.getGroup() != null
          && select.getGroup().size() == 1
          && select.getGroup().get(0).getKind() == SqlKind.GROUP_BY_DISTINCT;
    }

    /** Whether WHERE is FALSE, and rows are not made of none, as a sum over all of them is. */
    public boolean hasNoRows() {
      boolean makesRows = aggregated && (groupBy.isEmpty() || groupingSets);
      return !makesRows && where.stream().anyMatch(Select::isFalse);
    }

    private static boolean isFalse(SqlNode condition) {
      return condition instanceof SqlLiteral literal && Boolean.FALSE.equals(literal.getValue());
    }

    /** The items of GROUP BY as they are written. */
    public List<SqlNode> groupItems() {
      return groupItems(node);
    }

    /** Whether GROUP BY DISTINCT makes equal grouping sets one. */
    public boolean groupedDistinct() {
      return isGroupedDistinct(node);
    }

    @Override
    public List<Query> within() {
      List<Query> queries = new ArrayList<>();
      for (Source source : sources) {
        if (source.origin() instanceof Source.Derived derived) {
          queries.add(derived.query());
        }
      }
      nested.forEach(query -> queries.add(query.query()));
      return queries;
    }

    @Override
    public Select withCut(Cut cut) {
      return new Select(
          node,
          from,
          sources,
          where,
          groupBy,
          groupingSets,
          aggregated,
          distinct,
          distinctOn,
          partitions,
          nested,
          outputs,
          cut);
    }
  }

  /**
   * UNION, INTERSECT or EXCEPT.
   *
   * @param node its text as a tree
   * @param appends whether it is UNION ALL
   */
  record SetOperation(
      SqlCall node,
      String name,
      boolean appends,
      Query left,
      Query right,
      List<Output> outputs,
      Cut cut)
      implements Query {
    @Override
    public List<Query> within() {
      return List.of(left, right);
    }

    @Override
    public SetOperation withCut(Cut cut) {
      return new SetOperation(node, name, appends, left, right, outputs, cut);
    }
  }

  /** VALUES. */
  record Values(List<Nested> nested, List<Output> outputs, Cut cut) implements Query {
    @Override
    public List<Query> within() {
      return nested.stream().map(Nested::query).toList();
    }

    @Override
    public Values withCut(Cut cut) {
      return new Values(nested, outputs, cut);
    }
  }

  /**
   * A query within an expression.
   *
   * @param node its tree
   * @param use how its rows are used
   * @param compared what stands at the left of IN, by the query's columns
   * @param conjunct whether it is by itself a conjunct of WHERE, so that unknown is as good as
   *     false
   */
  record Nested(Query query, SqlNode node, Use use, List<SqlNode> compared, boolean conjunct) {}

  /** How LIMIT, OFFSET or FETCH cuts a query's rows. */
  enum Cut {
    NONE,
    /** After sorting in an order that tells all rows apart that are not the same. */
    DETERMINED,
    /** After sorting, but which of the rows stay that the order does not tell apart is open. */
    SORTED,
    /** Without sorting, so that any rows may be the ones that stay. */
    ARBITRARY
  }

  /** How a nested query is used. */
  enum Use {
    /** IN, = ANY, and their negations. */
    MEMBERSHIP,
    EXISTS,
    OTHER
  }
}
