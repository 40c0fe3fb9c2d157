package io.argosy.planner.movement;

import io.argosy.planner.bind.Column;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.KeyTypes;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.movement.rows.FromEntry;
import io.argosy.planner.movement.rows.Reductions;
import io.argosy.planner.movement.rows.Replacer;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.movement.rows.TableMove;
import io.argosy.planner.movement.rows.TableMove.Partners;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.PlainSelect;
import io.argosy.sql.template.SqlTemplate;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;
import org.checkerframework.checker.nullness.qual.Nullable;

/** How many rows of the tables of one query pass their filters, and how many would be moved. */
public final class Sizes {
  /** Equal rows are only looked for where that leaves markedly fewer of them. */
  private static final double FEWER = 0.7;

  /** The part of a scan that a query over a range must be spared for the table to be read whole. */
  private static final double MOST = 0.5;

  /** A number of values that nothing is known of. */
  public static final double MANY = 1e6;

  /**
   * What a move is expected to carry.
   *
   * @param rows over all nodes
   * @param equal what is carried of equal rows
   * @param partners as {@link TableMove} takes it
   * @param work of finding them on one node, in PostgreSQL's unit
   */
  record Moved(double rows, double width, TableMove.Equal equal, Partners partners, double work) {}

  private final Context context;
  private final SqlNode tree;
  private final boolean readsStage;
  private final Reductions reductions;
  private final TableMove tables;
  private final Repetition repetition;
  private @Nullable Boolean repeats;
  private Estimator.@Nullable Estimate result;
  private Estimator.@Nullable Estimate partials;
  private final Map<SqlNode, Estimator.Estimate> filtered = new IdentityHashMap<>();
  private final Map<SqlNode, Estimator.Estimate> within = new IdentityHashMap<>();
  private final Map<Column, Double> values = new HashMap<>();
  private final Map<SqlNode, Map<List<Integer>, Moved>> moved = new IdentityHashMap<>();

  public Sizes(Context context, SqlNode tree, Reductions reductions) {
    this.context = context;
    this.tree = tree;
    this.reductions = reductions;
    this.readsStage =
        reductions.binding().query().allSources().stream()
            .anyMatch(
                source ->
                    source.origin() instanceof Source.Table table
                        && table.relation().isTemporary());
    this.tables = new TableMove(reductions, Map.of(), Partners.LEFT_OUT);
    this.repetition =
        new Repetition(
            reductions.binding(),
            context.aggregates(),
            query -> estimate(query).rows(),
            this::values);
  }

  /** The rows of the query's result that one node has. */
  public double result() {
    return estimated().rows();
  }

  /** What answering the query as it stands costs one node, in PostgreSQL's unit. */
  public double work() {
    return cost(estimated());
  }

  /** What nothing is known of is not taken for cheap. */
  private static double cost(Estimator.Estimate estimate) {
    return estimate.equals(Estimator.Estimate.UNKNOWN) ? Double.POSITIVE_INFINITY : estimate.cost();
  }

  /** The same of a query within. */
  public double work(Site.Nested query) {
    return cost(within.computeIfAbsent(query.key(), key -> estimate(query.nodes().getFirst())));
  }

  private Estimator.Estimate estimated() {
    if (result == null) {
      result = estimate(tree);
    }
    return result;
  }

  /**
   * The groups that one node has before they are finished: what HAVING and LIMIT leave of them is
   * known afterwards only. Of a query that is not grouped, the rows of its result.
   */
  public Estimator.Estimate partials() {
    if (partials == null) {
      partials = estimatedPartials();
    }
    return partials;
  }

  private Estimator.Estimate estimatedPartials() {
    if (!(reductions.binding().query() instanceof Query.Select select) || !select.aggregated()) {
      return estimated();
    }
    if (select.node().getHaving() == null) {
      Estimator.Estimate whole = estimated();
      return new Estimator.Estimate(whole.unlimitedRows(), whole.width(), whole.cost());
    }
    SqlSelect groups = (SqlSelect) select.node().clone(SqlParserPos.ZERO);
    groups.setHaving(null);
    return estimate(groups);
  }

  /** As {@link Repetition#isFrequent}. */
  public boolean repeats() {
    if (repeats == null) {
      repeats = repetition.isFrequent();
    }
    return repeats;
  }

  /** The rows of a table, over all nodes, that pass the conditions on it alone. */
  public double passing(Site.Table table) {
    return filtered(table).rows() * times(table);
  }

  /** What reading a table past its filter costs one node, in PostgreSQL's unit. */
  public double scan(Site.Table table) {
    return filtered(table).cost();
  }

  private Estimator.Estimate filtered(Site.Table table) {
    return filtered.computeIfAbsent(
        table.key(), key -> estimate(tables.filtered(table, List.of(0))));
  }

  /**
   * Whether PostgreSQL reads a table whole to answer the query, as it says itself: that it had to
   * read a range of it only would spare it most of the rest. Where it looks a few rows up, it would
   * not.
   */
  public boolean isReadWhole(Site.Table table, Choice.CarveRanges ranges) {
    SqlNode column = Trees.name(table.relation().columns().get(ranges.column()).name());
    String first =
        context.statement().text(column) + " OPERATOR(pg_catalog.<) " + ranges.bounds().getFirst();
    SqlNode range =
        FromEntry.renamed(table, own -> new SharedTable(own.names, own, SqlTemplate.of(first)));
    SqlNode other = tree.accept(new Replacer(Map.of(table.source().item(), range)));
    double rest = scan(table) * (1 - 1.0 / context.costs().nodes());
    return estimated().cost() - estimate(other).cost() > MOST * rest;
  }

  /** All rows of a table, over all nodes. */
  public double all(Site.Table table) {
    return Math.max(table.relation().rows(), passing(table));
  }

  /** How many different values a column has. */
  public double values(Column column) {
    return values.computeIfAbsent(column, this::estimatedValues);
  }

  private double estimatedValues(Column column) {
    if (!(column.source().origin() instanceof Source.Table table)) {
      return MANY;
    }
    Relation relation = table.relation();
    SqlNode name = Trees.name(relation.columns().get(column.index()).name());
    SqlNode whole = Trees.name(relation.schema(), relation.name());
    return estimate(
            PlainSelect.distinct(Trees.list(List.of(name)), Trees.as(whole, "argosy_values"), null))
        .rows();
  }

  /** As {@link Costs#imbalance}, of a table's rows that are divided by the hash of a column. */
  public double imbalance(Site.Table table, int column) {
    double values =
        isUnique(table, column)
            ? table.relation().rows()
            : values(new Column(table.source(), column));
    return context.costs().imbalance(values);
  }

  /** What is carried when these columns of a table are moved. */
  Moved moved(Site.Table table, List<Integer> columns) {
    return moved
        .computeIfAbsent(table.key(), key -> new HashMap<>())
        .computeIfAbsent(columns, needed -> estimateMove(table, needed));
  }

  /**
   * The same when other rows have been moved before. What partners there leave of the rows counts
   * only where the query reads what a stage has found: replicated tables are at hand from the
   * start, but the stage has taken their place.
   */
  Moved moved(Site.Table table, List<Integer> columns, AtHand atHand) {
    Moved moved = moved(table, columns);
    TableMove after = TableMove.estimated(reductions, atHand.priced(), moved.partners());
    TableMove.Equal equal = moved.equal();
    SqlTemplate query = template(after.query(table, columns, equal));
    if (equal == TableMove.Equal.ONCE && !after.tellingPartners(table, columns).isEmpty()) {
      SqlTemplate told = template(after.query(table, columns, TableMove.Equal.BY_PARTNER));
      if (context.estimates().isCheaper(told, query)) {
        equal = TableMove.Equal.BY_PARTNER;
        query = told;
      }
    }
    Estimator.Estimate left = context.estimates().of(query);
    return new Moved(
        readsStage ? Math.min(moved.rows(), left.rows() * times(table)) : moved.rows(),
        moved.width(),
        equal,
        moved.partners(),
        left.cost());
  }

  /**
   * The same of a replicated table of which each node reads a part, to spare the others the reading
   * of it: looking partners up, which may read more than that, must leave markedly fewer rows.
   */
  Moved divided(Site.Table table, List<Integer> columns, AtHand atHand) {
    Moved asked = moved(table, columns, atHand);
    Moved alone = estimateMove(table, columns, Partners.LEFT_OUT);
    return asked.rows() < FEWER * alone.rows() ? asked : alone;
  }

  /**
   * Looking partners up is left out where it is not expected to leave fewer rows, unless the table
   * would then be read whole: the partners may be how its rows are found.
   */
  private Moved estimateMove(Site.Table table, List<Integer> columns) {
    Moved looked = estimateMove(table, columns, Partners.LOOKED_UP);
    Moved told = estimateMove(table, columns, Partners.TOLD);
    return told.rows() <= looked.rows() && told.work() < scan(table) ? told : looked;
  }

  private Moved estimateMove(Site.Table table, List<Integer> columns, Partners partners) {
    TableMove writer = TableMove.estimated(reductions, Map.of(), partners);
    Estimator.Estimate all = estimate(writer.query(table, columns, TableMove.Equal.EACH));
    if (!table.block().duplicatesMatter() && areIdentical(table, columns)) {
      Estimator.Estimate distinct = estimate(writer.query(table, columns, TableMove.Equal.ONCE));
      // Of one column PostgreSQL often expects too few rows to see that they repeat.
      boolean repeats = columns.size() == 1 && !isUnique(table, columns.get(0));
      if (repeats || distinct.rows() < FEWER * all.rows()) {
        return new Moved(
            distinct.rows() * times(table),
            distinct.width(),
            TableMove.Equal.ONCE,
            partners,
            distinct.cost());
      }
    }
    return new Moved(
        all.rows() * times(table), all.width(), TableMove.Equal.EACH, partners, all.cost());
  }

  /**
   * Whether rows that are equal in these columns are the same: what reads them may ask for more.
   */
  private static boolean areIdentical(Site.Table table, List<Integer> columns) {
    List<Relation.Column> all = table.relation().columns();
    return columns.stream().allMatch(column -> KeyTypes.identical(all.get(column).type()));
  }

  private static boolean isUnique(Site.Table table, int column) {
    List<String> key = List.of(table.relation().columns().get(column).name());
    return table.relation().uniqueKeys().contains(key);
  }

  private int times(Site.Table table) {
    return table.relation().placement() instanceof Placement.Hash ? context.costs().nodes() : 1;
  }

  private Estimator.Estimate estimate(SqlNode query) {
    return context.estimates().of(template(query));
  }

  private SqlTemplate template(SqlNode query) {
    return context.statement().template(query);
  }
}
