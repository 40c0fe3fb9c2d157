package io.argosy.planner.movement.rows;

import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Names;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.proof.OrderDependence;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.PlainSelect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlCall;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlNodeList;
import org.apache.calcite.sql.SqlOrderBy;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * Writes the query that reads what must be moved of a table: the needed columns of the rows that
 * pass the conditions around it and have a partner among tables that are at hand.
 */
public final class TableMove {
  private static final int DEEPEST = 3;

  private final Reductions reductions;
  private final Map<SqlNode, SqlNode> everywhere;
  private final Partners partners;
  private final boolean estimated;

  /**
   * @param everywhere what stands in the place of trees whose rows have been moved to every node,
   *     and of the conditions that these rows are known to meet. What only a node's share of the
   *     rows stands for must not be among it: a row's partner may be in the share of another node
   * @param partners what is asked of partners
   */
  public TableMove(Reductions reductions, Map<SqlNode, SqlNode> everywhere, Partners partners) {
    this(reductions, everywhere, partners, false);
  }

  private TableMove(
      Reductions reductions,
      Map<SqlNode, SqlNode> everywhere,
      Partners partners,
      boolean estimated) {
    this.reductions = reductions;
    this.partners = partners;
    this.everywhere = everywhere;
    this.estimated = estimated;
  }

  /**
   * One whose queries PostgreSQL estimates and nobody runs. Of partners that are found by a unique
   * column PostgreSQL makes a join, and expects of it that the rows have every value of that column
   * alike. Most have fewer: of a calendar's 200 years, sales know five, and those are asked for.
   * Where it has to find the partners apart, it compares how many they are with how many values the
   * rows have.
   */
  public static TableMove estimated(
      Reductions reductions, Map<SqlNode, SqlNode> everywhere, Partners partners) {
    return new TableMove(reductions, everywhere, partners, true);
  }

  /** What is asked of the partners that a row has in other tables. */
  public enum Partners {
    /** Whether there are any that pass. */
    LOOKED_UP,
    /** The same, but for those of which their equal columns tell all that is asked of them. */
    TOLD,
    /** Nothing: the rows are read by themselves. */
    LEFT_OUT
  }

  /** What is read of rows that are equal in the needed columns. */
  public enum Equal {
    /** All of them. */
    EACH,
    /** One of them. */
    ONCE,
    /**
     * One of them, told by the partners that have been moved: each asks whether there is a row for
     * it. They are few where many rows have the same partner (TPC-H 22: the customers of whom a
     * node may have orders).
     */
    BY_PARTNER
  }

  /**
   * The query.
   *
   * @param columns the needed columns
   */
  public SqlSelect query(Site.Table site, List<Integer> columns, Equal equal) {
    return query(site, columns, equal, site.source().item(), List.of());
  }

  /**
   * The query over rows of which each is read by one node. What NOT EXISTS finds among the node's
   * own rows of a partitioned table is among all of them, too, so that the row is not wanted.
   *
   * @param item what stands in the place of the table's entry in FROM
   */
  public SqlSelect ownRows(Site.Table site, List<Integer> columns, Equal equal, SqlNode item) {
    List<SqlNode> conditions = new ArrayList<>();
    for (SqlNode conjunct : Reduction.conjuncts(site.source(), site.block().select())) {
      if (absent(conjunct, site).isPresent()) {
        conditions.add(conjunct.accept(new Replacer(everywhere)));
      }
    }
    return query(site, columns, equal, item, conditions);
  }

  /** The partitioned tables in which {@link #ownRows} have nothing on their own node. */
  public List<Source> absent(Site.Table site) {
    return Reduction.conjuncts(site.source(), site.block().select()).stream()
        .flatMap(conjunct -> absent(conjunct, site).stream())
        .toList();
  }

  private SqlSelect query(
      Site.Table site, List<Integer> columns, Equal equal, SqlNode item, List<SqlNode> more) {
    return switch (equal) {
      case EACH, ONCE ->
          select(
              names(site, columns), item, conditions(site, List.of(), more), equal == Equal.ONCE);
      case BY_PARTNER -> {
        TellingPartners partners = telling(site, columns).orElseThrow();
        List<SqlNode> conditions = conditions(site, List.of(partners.source()), more);
        yield partners.query(columns, item, conditions);
      }
    };
  }

  /** The partners that can be asked {@link Equal#BY_PARTNER}; none if that is not possible. */
  public List<Reduction.Partner> tellingPartners(Site.Table site, List<Integer> columns) {
    return telling(site, columns).map(TellingPartners::partners).orElse(List.of());
  }

  private Optional<TellingPartners> telling(Site.Table site, List<Integer> columns) {
    return TellingPartners.of(reductions.of(site), site, columns, everywhere);
  }

  /**
   * The conditions on the rows.
   *
   * @param met tables in which they are known to have partners
   */
  private List<SqlNode> conditions(Site.Table site, List<Source> met, List<SqlNode> more) {
    Reduction reduction = reductions.of(site);
    List<SqlNode> conditions = new ArrayList<>(reduction.conditions());
    if (partners != Partners.LEFT_OUT) {
      conditions.addAll(restrictions(site));
      List<Source> path = new ArrayList<>(met);
      path.add(site.source());
      conditions.addAll(memberships(Optional.of(site), reduction, path));
    }
    conditions.addAll(more);
    return conditions;
  }

  /** The partitioned table of which a condition says that it has no row of some kind, if so. */
  private Optional<Source> absent(SqlNode conjunct, Site.Table site) {
    if (conjunct.getKind() != SqlKind.NOT
        || !(((SqlCall) conjunct).operand(0) instanceof SqlCall exists)
        || exists.getKind() != SqlKind.EXISTS) {
      return Optional.empty();
    }
    return site.block().select().nested().stream()
        .filter(nested -> nested.node() == exists.operand(0))
        .filter(nested -> isPlain(nested.query(), conjunct, site))
        .map(nested -> ((Query.Select) nested.query()).sources().getFirst())
        .findFirst();
  }

  /** With more rows in its table the query has more rows. */
  private boolean isPlain(Query query, SqlNode conjunct, Site.Table site) {
    return query instanceof Query.Select select
        && !select.aggregated()
        && select.cut() == Query.Cut.NONE
        && select.nested().isEmpty()
        && select.sources().size() == 1
        && select.sources().get(0).origin() instanceof Source.Table table
        && table.relation().placement() instanceof Placement.Hash
        && Names.in(conjunct).stream()
            .map(reductions.binding()::column)
            .flatMap(Optional::stream)
            .map(Column::source)
            .allMatch(source -> source == site.source() || select.sources().contains(source));
  }

  /** The query without what needs other tables, for estimates. */
  public SqlSelect filtered(Site.Table site, List<Integer> columns) {
    List<SqlNode> filters = reductions.of(site).conditions();
    return select(names(site, columns), site.source().item(), filters, false);
  }

  private static List<SqlNode> names(Site.Table site, List<Integer> columns) {
    return columns.stream()
        .<SqlNode>map(column -> name(new Column(site.source(), column)))
        .toList();
  }

  private static SqlSelect select(
      List<SqlNode> items, SqlNode from, List<SqlNode> conditions, boolean distinct) {
    SqlNode where = Trees.conjunction(conditions);
    return distinct
        ? PlainSelect.distinct(Trees.list(items), from, where)
        : PlainSelect.of(Trees.list(items), from, where);
  }

  /** A column of a table by the name of its entry in FROM. */
  public static SqlIdentifier name(Column column) {
    return Trees.name(column.source().alias(), column.name());
  }

  /** Conjuncts over the table and subqueries over rows that every node has. */
  private List<SqlNode> restrictions(Site.Table site) {
    return shipped(restricting(site));
  }

  private List<SqlNode> restricting(Site.Table site) {
    return reductions.of(site).withQueries().stream()
        .filter(conjunct -> isRestriction(conjunct, site))
        .toList();
  }

  private List<SqlNode> shipped(List<SqlNode> conditions) {
    return conditions.stream().map(each -> each.accept(new Replacer(everywhere))).toList();
  }

  private boolean isRestriction(SqlNode conjunct, Site.Table site) {
    List<Query.Nested> inside =
        site.block().select().nested().stream()
            .filter(nested -> Trees.contains(conjunct, nested.node()))
            .toList();
    List<SqlNode> done = new ArrayList<>();
    List<Source> sources = new ArrayList<>();
    sources.add(site.source());
    for (Query.Nested nested : inside) {
      if (everywhere.containsKey(nested.node())) {
        done.add(nested.node());
      } else if (isReplicated(nested.query())) {
        sources.addAll(nested.query().allSources());
      } else {
        return false;
      }
    }
    for (SqlIdentifier name : Names.outside(conjunct, done)) {
      Optional<Column> column = reductions.binding().column(name);
      if (column.isPresent() && !sources.contains(column.get().source())) {
        return false;
      }
    }
    return true;
  }

  /** Whether a query reads nothing but replicated tables, and gives the same rows on all nodes. */
  private static boolean isReplicated(Query query) {
    return !OrderDependence.in(query)
        && query.all().stream().allMatch(TableMove::isSameEverywhere)
        && query.allSources().stream().allMatch(TableMove::isReplicated);
  }

  private static boolean isSameEverywhere(Query query) {
    return switch (query) {
      case Query.Select select -> true;
      case Query.SetOperation operation -> false;
      case Query.Values values -> values.nested().isEmpty();
    };
  }

  private static boolean isReplicated(Source source) {
    return switch (source.origin()) {
      case Source.Table table -> table.relation().placement() instanceof Placement.Replicated;
      case Source.Derived derived -> true;
      case Source.UnknownTable unknown -> false;
      case Source.Function function -> false;
      case Source.SelfReference self -> false;
      case Source.Merged merged -> false;
    };
  }

  /** Conditions that a row has partners in tables that every node has, or that lie beside it. */
  private List<SqlNode> memberships(
      Optional<Site.Table> site, Reduction reduction, List<Source> path) {
    List<SqlNode> result = new ArrayList<>();
    for (List<Reduction.Partner> columns : reduction.partnersBySource()) {
      Source other = columns.getFirst().other().source();
      boolean known = path.contains(other) || path.size() > DEEPEST;
      if (known || columns.stream().noneMatch(partner -> isAtHand(partner, site))) {
        continue;
      }
      path.add(other);
      List<SqlNode> implied = partners == Partners.TOLD ? implied(columns, path) : List.of();
      Optional<SqlNode> members = implied.isEmpty() ? members(columns, path) : Optional.empty();
      path.remove(path.size() - 1);
      result.addAll(implied);
      members.ifPresent(query -> result.add(isAmong(columns, query)));
    }
    return result;
  }

  /** What the conditions on a partner say of the table itself; none if some say more. */
  private List<SqlNode> implied(List<Reduction.Partner> columns, List<Source> path) {
    Site.Table other = columns.getFirst().table();
    Reduction reduction = reductions.of(other);
    boolean more =
        !reduction.conditions().isEmpty()
            || !memberships(Optional.empty(), reduction, path).isEmpty();
    List<SqlNode> conditions = more ? List.of() : restricting(other);
    List<SqlNode> implied =
        conditions.stream()
            .flatMap(each -> ImpliedMembership.of(reductions.binding(), each, columns).stream())
            .toList();
    return implied.size() == conditions.size() ? shipped(implied) : List.of();
  }

  private static SqlNode isAmong(List<Reduction.Partner> columns, SqlNode query) {
    SqlNode[] own = columns.stream().map(partner -> name(partner.column())).toArray(SqlNode[]::new);
    SqlNode value =
        own.length == 1 ? own[0] : SqlStdOperatorTable.ROW.createCall(SqlParserPos.ZERO, own);
    return SqlStdOperatorTable.IN.createCall(SqlParserPos.ZERO, value, query);
  }

  private boolean isAtHand(Reduction.Partner partner, Optional<Site.Table> site) {
    Source other = partner.other().source();
    if (everywhere.containsKey(other.item())) {
      return true;
    }
    Relation relation = ((Source.Table) other.origin()).relation();
    return switch (relation.placement()) {
      case Placement.Replicated replicated -> true;
      case Placement.Hash hash -> site.isPresent() && isBeside(partner, hash, site.get());
      case Placement.SingleNode single -> false;
      case Placement.OfDefinition view -> false;
      case Placement.SystemCatalog catalog -> false;
    };
  }

  /** Whether the partner of a row lies on the same node from the start. */
  private static boolean isBeside(Reduction.Partner partner, Placement.Hash hash, Site.Table site) {
    return site.relation().placement() instanceof Placement.Hash own
        && own.colocation().equals(hash.colocation())
        && isColumn(partner.column(), site.relation(), own.column())
        && isColumn(
            partner.other(),
            ((Source.Table) partner.other().source().origin()).relation(),
            hash.column())
        && KeyTypes.comparable(partner.column().type(), partner.other().type());
  }

  private static boolean isColumn(Column column, Relation relation, String name) {
    return relation.columns().get(column.index()).name().equals(name);
  }

  /** The values that partner columns have in rows that matter; empty if that is all rows. */
  private Optional<SqlNode> members(List<Reduction.Partner> columns, List<Source> path) {
    Site.Table other = columns.getFirst().table();
    SqlNode original = other.source().item();
    SqlNode item = everywhere.getOrDefault(original, original);
    boolean staged = item != original;
    Reduction reduction = reductions.of(other);
    List<SqlNode> conditions = new ArrayList<>();
    if (!staged) {
      conditions.addAll(reduction.conditions());
      conditions.addAll(restrictions(other));
      conditions.addAll(memberships(Optional.empty(), reduction, path));
      if (conditions.isEmpty()) {
        return Optional.empty();
      }
    }
    List<SqlNode> names = columns.stream().<SqlNode>map(partner -> name(partner.other())).toList();
    SqlSelect members = select(names, item, conditions, false);
    return Optional.of(estimated && !staged ? apart(members) : members);
  }

  /** A query that PostgreSQL does not make a part of the one around it. */
  private static SqlNode apart(SqlSelect query) {
    return new SqlOrderBy(
        SqlParserPos.ZERO,
        query,
        SqlNodeList.EMPTY,
        SqlLiteral.createExactNumeric("0", SqlParserPos.ZERO),
        null);
  }

  /** The columns by which a subquery looks the table's rows up for each row outside. */
  public List<String> lookedUpBy(Site.Table site) {
    if (isJoined(site)) {
      return List.of();
    }
    return reductions.of(site).partners().stream()
        .filter(partner -> partner.block() != site.block())
        .map(partner -> partner.column().name())
        .distinct()
        .toList();
  }

  /** Whether PostgreSQL makes a join of the subquery: an EXISTS that is by itself a condition. */
  private static boolean isJoined(Site.Table site) {
    Query.Select inner = site.block().select();
    if (inner.aggregated() || inner.cut() != Query.Cut.NONE || site.block().outer().isEmpty()) {
      return false;
    }
    Query.Select outer = site.block().outer().get().select();
    return outer.nested().stream()
        .filter(nested -> nested.query() == inner && nested.use() == Query.Use.EXISTS)
        .anyMatch(
            nested ->
                outer.where().stream().anyMatch(condition -> isExists(condition, nested.node())));
  }

  private static boolean isExists(SqlNode condition, SqlNode query) {
    return switch (condition.getKind()) {
      case EXISTS -> ((SqlCall) condition).operand(0) == query;
      case NOT -> isExists(((SqlCall) condition).operand(0), query);
      default -> false;
    };
  }
}
