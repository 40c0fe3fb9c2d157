package io.argosy.planner.movement;

import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.movement.rows.Reduction;
import io.argosy.planner.movement.rows.Reductions;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.movement.rows.TableMove;
import io.argosy.planner.plan.Share;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.PlainSelect;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.apache.calcite.sql.SqlLiteral;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.sql.parser.SqlParserPos;

/**
 * A table whose rows, as far as they matter, become a temporary table.
 *
 * @param original the table
 * @param read what is read, as FROM and WHERE; empty if equal rows are read once
 * @param relation the temporary table
 * @param toldBy the partners that tell which rows there are, if some do
 * @param absent the partitioned tables whose part beside a row has nothing for it
 * @param cost of the stage
 * @param readingCost of reading the temporary table
 * @param words for EXPLAIN
 */
public record StagedTable(
    Stage stage,
    Relation original,
    Optional<SqlTemplate> read,
    Relation relation,
    List<Reduction.Partner> toldBy,
    List<Source> absent,
    double cost,
    double readingCost,
    String words) {

  /**
   * @param used the columns that are read afterwards
   * @throws UnprovenException if the key by which the rows are to lie is not among them
   */
  static StagedTable of(
      Context context,
      Reductions reductions,
      Sizes sizes,
      AtHand atHand,
      Site.Table table,
      Choice choice,
      List<Integer> used,
      Colocation group) {
    boolean keep = choice instanceof Choice.Keep;
    List<Integer> needed = keep ? withKey(used, table.relation()) : used;
    List<Relation.Column> columns = columns(table, needed);
    Sizes.Moved size = size(sizes, atHand, table, choice, needed);
    TableMove writer = new TableMove(reductions, atHand.shipped(), size.partners());
    List<String> looked = writer.lookedUpBy(table);
    Movement movement =
        keep
            ? Movement.keep(kept(table))
            : Movement.of(placed(choice, needed), columns, group)
                .forRows(size.rows(), size.width(), columns, !looked.isEmpty());
    Optional<CarvedTable> carved =
        choice
            .reading()
            .map(
                ranges ->
                    CarvedTable.of(
                        context,
                        table,
                        ranges.column(),
                        new Share.Division.Ranges(ranges.bounds()),
                        group));
    boolean apart = table.relation().placement() instanceof Placement.Hash;
    SqlNode item = carved.map(CarvedTable::item).orElse(table.source().item());
    boolean own = !keep && (apart || carved.isPresent());
    SqlSelect query;
    if (keep) {
      query = writer.filtered(table, needed);
    } else if (own) {
      query = writer.ownRows(table, needed, size.equal(), item);
    } else {
      query = writer.query(table, needed, size.equal());
    }
    String name = context.moves().stage();
    Stage stage =
        new Stage(
            name,
            context.statement().template(query),
            source(table.relation(), keep || carved.isPresent()),
            movement.movement(),
            looked.isEmpty() ? List.of() : List.of(looked),
            List.of(),
            names(table, reductions.compared().among(table.source(), needed)),
            size.rows(),
            size.width(),
            "rows of " + table.describe());
    boolean each = keep || size.equal() == TableMove.Equal.EACH;
    return new StagedTable(
        stage,
        table.relation(),
        each ? Optional.of(read(context, query)) : Optional.empty(),
        movement.relation(name, columns, size.rows()),
        size.equal() == TableMove.Equal.BY_PARTNER
            ? writer.tellingPartners(table, needed)
            : List.of(),
        own ? writer.absent(table) : List.of(),
        readingCost(context.costs(), sizes, table, choice, size)
            + movement.cost(context.costs(), size.rows(), size.width()),
        context.costs().readStage(size.rows(), movement.divides()),
        movement.words(table.describe(), columns)
            + carved.map(share -> " [" + share.words() + "]").orElse(""));
  }

  private static SqlTemplate read(Context context, SqlSelect query) {
    SqlNode nothing = SqlLiteral.createNull(SqlParserPos.ZERO);
    return context
        .statement()
        .template(PlainSelect.of(Trees.list(List.of(nothing)), query.getFrom(), query.getWhere()));
  }

  /** Whether the temporary table has what another one would have, in the same places. */
  boolean has(StagedTable other) {
    return read.isPresent()
        && original.equals(other.original)
        && stage.source().equals(other.stage.source())
        && relation.placement().equals(other.relation.placement())
        && goesAs(other.stage.movement())
        && relation.columns().containsAll(other.relation.columns())
        && read.equals(other.read);
  }

  /** The placement tells which column a key is. */
  private boolean goesAs(Stage.Movement other) {
    return stage.movement() instanceof Stage.Movement.Repartition own
        ? other instanceof Stage.Movement.Repartition repartition
            && own.division().equals(repartition.division())
        : stage.movement().equals(other);
  }

  /** What stands in the place of a table's entry in FROM. */
  public SqlNode item(String alias) {
    return Trees.as(StageName.of(relation), alias);
  }

  /** The same table for what is read of another one, too, which it {@link #has}. */
  public StagedTable and(StagedTable other) {
    Set<List<String>> indexes = new LinkedHashSet<>(stage.indexes());
    indexes.addAll(other.stage.indexes());
    Set<String> analyzed = new LinkedHashSet<>(stage.analyzed());
    analyzed.addAll(other.stage.analyzed());
    return new StagedTable(
        stage.with(List.copyOf(indexes), List.copyOf(analyzed)),
        original,
        read,
        relation,
        toldBy,
        absent,
        cost,
        readingCost,
        words);
  }

  private static Sizes.Moved size(
      Sizes sizes, AtHand atHand, Site.Table table, Choice choice, List<Integer> needed) {
    return switch (choice) {
      case Choice.Keep keep -> sizes.moved(table, needed);
      case Choice.RepartitionFromRanges divided -> sizes.divided(table, needed, atHand);
      default -> sizes.moved(table, needed, atHand);
    };
  }

  /** What reading costs. */
  private static double readingCost(
      Costs costs, Sizes sizes, Site.Table table, Choice choice, Sizes.Moved size) {
    double scan = sizes.scan(table);
    return switch (choice) {
      case Choice.BroadcastRanges few -> costs.readRange(scan, sizes.passing(table));
      case Choice.RepartitionFromRanges many ->
          // Every node looks all partners up.
          costs.readRange(scan, sizes.passing(table)) + costs.work(Math.max(0, size.work() - scan));
      default -> costs.work(size.work());
    };
  }

  /** The same choice over the columns of the temporary table. */
  private static Choice placed(Choice choice, List<Integer> columns) {
    return switch (choice) {
      case Choice.Repartition slots -> new Choice.Repartition(position(slots.column(), columns));
      case Choice.RepartitionFromRanges slots ->
          new Choice.RepartitionFromRanges(position(slots.column(), columns), slots.ranges());
      case Choice.RepartitionRanges ranges ->
          new Choice.RepartitionRanges(position(ranges.column(), columns), ranges.bounds());
      default -> choice;
    };
  }

  private static int position(int key, List<Integer> columns) {
    int position = columns.indexOf(key);
    if (position < 0) {
      throw new UnprovenException("the key of a move is not read");
    }
    return position;
  }

  private static List<Relation.Column> columns(Site.Table table, List<Integer> needed) {
    List<Relation.Column> columns = new ArrayList<>();
    for (int column : needed) {
      Relation.Column original = table.relation().columns().get(column);
      columns.add(
          new Relation.Column(
              table.source().columns().get(column), original.type(), original.notNull()));
    }
    return columns;
  }

  /** As the columns of the temporary table are called. */
  private static List<String> names(Site.Table table, List<Integer> columns) {
    return columns.stream().map(table.source().columns()::get).toList();
  }

  private static Stage.Source source(Relation relation, boolean keep) {
    return switch (relation.placement()) {
      case Placement.Hash hash -> new Stage.Source.EveryNode();
      case Placement.Replicated replicated ->
          keep ? new Stage.Source.EveryNode() : new Stage.Source.AnyNode();
      case Placement.SingleNode single -> new Stage.Source.HomeNode();
      case Placement.OfDefinition view -> throw new IllegalArgumentException("a view is inlined");
      case Placement.SystemCatalog catalog ->
          throw new IllegalArgumentException("catalogs are not moved");
    };
  }

  private static List<Integer> withKey(List<Integer> columns, Relation relation) {
    if (!(relation.placement() instanceof Placement.Hash hash)) {
      return columns;
    }
    TreeSet<Integer> all = new TreeSet<>(columns);
    all.add(relation.index(hash.column()));
    return List.copyOf(all);
  }

  /** Where the rows of a table lie that are kept, by the name that the source gives its key. */
  private static Placement kept(Site.Table table) {
    return table.relation().placement() instanceof Placement.Hash hash
        ? new Placement.Hash(
            hash.colocation(),
            table.source().columns().get(table.relation().index(hash.column())),
            hash.keyType())
        : table.relation().placement();
  }
}
