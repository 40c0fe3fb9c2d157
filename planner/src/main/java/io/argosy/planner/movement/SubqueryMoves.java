package io.argosy.planner.movement;

import io.argosy.planner.bind.Query;
import io.argosy.planner.facts.Bundling;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.write.PartialRows;
import io.argosy.planner.write.Trees;
import io.argosy.sql.parse.PlainSelect;
import io.argosy.sql.parse.TemplateName;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.calcite.sql.SqlNode;
import org.checkerframework.checker.nullness.qual.Nullable;

/** Answers queries within a query by themselves, and moves their results. */
public final class SubqueryMoves {
  private final Context context;
  private final Function<SqlNode, Answer> planner;
  private final Optional<SubqueryMoves> before;
  private final Map<SqlNode, SqlTemplate> texts = new IdentityHashMap<>();
  private final Map<SqlNode, Optional<Answer>> answers = new IdentityHashMap<>();
  private final Map<SqlTemplate, Optional<Answer>> alike = new HashMap<>();
  private final Map<SqlTemplate, Map<Wish, Moved>> known = new HashMap<>();

  /** What is wanted of the result of a query. */
  private record Wish(Choice choice, Colocation group, List<Integer> compared, boolean alone) {}

  /**
   * @param planner plans a query by itself; throws {@link UnprovenException} where it cannot
   * @param before knows the answers of queries that are the same trees
   */
  public SubqueryMoves(
      Context context, Function<SqlNode, Answer> planner, Optional<SubqueryMoves> before) {
    this.before = before;
    this.context = context;
    this.planner = planner;
  }

  /**
   * A moved result.
   *
   * @param relation the temporary table, or what is read as if it was one
   * @param inPlace the query in its place that is run wherever the result is read; empty for a
   *     table
   * @param query the query whose result it is
   * @param readingCost of reading it once
   */
  public record Moved(
      List<Stage> stages,
      Relation relation,
      Optional<SqlTemplate> inPlace,
      Query query,
      double cost,
      double readingCost,
      String words) {
    /** What then stands in the place of the query. */
    public SqlNode reading() {
      List<SqlNode> items = new ArrayList<>();
      for (int i = 0; i < relation.columns().size(); i++) {
        items.add(
            Trees.as(Trees.name(relation.columns().get(i).name()), query.outputs().get(i).name()));
      }
      SqlNode rows =
          inPlace
              .<SqlNode>map(
                  query ->
                      new TemplateName(
                          List.of(relation.schema(), relation.name()), query.within("(", ")")))
              .orElseGet(() -> StageName.of(relation));
      // Columns may be named with what they are of, and the table's number is not known yet.
      SqlNode from = Trees.as(rows, "argosy_rows");
      return PlainSelect.of(Trees.list(items), from, null);
    }
  }

  /**
   * Moves the result of a query. What is wanted again is the same table: two places that want the
   * same result make it once.
   *
   * @param compared positions of its columns that are compared outside
   * @param alone whether the query around it reads nothing else
   * @throws UnprovenException if the query cannot be answered by itself
   */
  public Moved move(
      Site.Nested site, Choice choice, Colocation group, List<Integer> compared, boolean alone) {
    Wish wish = new Wish(choice, group, compared, alone);
    Map<Wish, Moved> moved = known.computeIfAbsent(text(site), key -> new HashMap<>());
    Moved before = moved.get(wish);
    if (before != null) {
      return before;
    }
    Moved result = move(site, wish, context.moves().stage());
    moved.put(wish, result);
    return result;
  }

  /**
   * Moves the result of a query that is shared, whatever is read besides.
   *
   * @param table what its table is called
   * @throws UnprovenException if the query cannot be answered by itself
   */
  public Moved share(Site.Nested site, Choice choice, String table) {
    return move(site, new Wish(choice, new Colocation.Slots(), List.of(), false), table);
  }

  private Moved move(Site.Nested site, Wish wish, String table) {
    Answer answer =
        answer(site)
            .orElseThrow(() -> new UnprovenException("the subquery cannot be answered by itself"));
    int width = site.query().outputs().size();
    if (width == 0) {
      throw new UnprovenException("a subquery without columns");
    }
    List<Relation.Column> columns =
        IntStream.range(0, width)
            .mapToObj(
                i ->
                    new Relation.Column("c" + (i + 1), site.query().outputs().get(i).type(), false))
            .toList();
    return new Delivery(site, answer, columns, wish, table).cheapest();
  }

  private Optional<Answer> answer(Site.Nested site) {
    Optional<Answer> known = knownAnswer(site.key());
    if (known != null) {
      return known;
    }
    // Queries that are alike have one answer. They are told by their text, which says all: they are
    // planned by themselves.
    SqlTemplate text = text(site);
    Optional<Answer> answer = alike.get(text);
    if (answer == null) {
      answer = attempt(site.nodes().getFirst());
      alike.put(text, answer);
    }
    answers.put(site.key(), answer);
    return answer;
  }

  private SqlTemplate text(Site.Nested site) {
    return texts.computeIfAbsent(
        site.key(), key -> context.statement().template(site.nodes().getFirst()));
  }

  private @Nullable Optional<Answer> knownAnswer(SqlNode key) {
    Optional<Answer> known = answers.get(key);
    return known == null && before.isPresent() ? before.get().knownAnswer(key) : known;
  }

  private Optional<Answer> attempt(SqlNode tree) {
    try {
      return Optional.of(planner.apply(tree));
    } catch (UnprovenException e) {
      return Optional.empty();
    }
  }

  /** Brings the result of one answer to where it is wanted. */
  private final class Delivery {
    private final Site.Nested site;
    private final Answer answer;
    private final List<Relation.Column> columns;
    private final Choice choice;
    private final Colocation group;
    private final Wish wish;
    private final String table;
    private final Estimator.Estimate estimate;
    private final double rows;

    Delivery(
        Site.Nested site, Answer answer, List<Relation.Column> columns, Wish wish, String table) {
      this.wish = wish;
      this.table = table;
      this.site = site;
      this.answer = answer;
      this.columns = columns;
      this.choice = wish.choice();
      this.group = wish.group();
      this.estimate = context.estimates().of(context.statement().template(site.nodes().get(0)));
      this.rows = rows();
    }

    private double rows() {
      if (site.query() instanceof Query.Select select && select.aggregated()) {
        return isOneRow() ? 1 : estimate.rows() * 1.5;
      }
      boolean divided =
          answer.last() instanceof Plan.Last.Merged
              && site.query().cut() == Query.Cut.NONE
              && site.isApart();
      return divided ? estimate.rows() * context.costs().nodes() : estimate.rows();
    }

    private boolean isOneRow() {
      return site.query() instanceof Query.Select select
          && select.aggregated()
          && select.node().getGroup() == null;
    }

    Moved cheapest() {
      if (choice instanceof Choice.Keep) {
        return kept();
      }
      return switch (answer.last()) {
        case Plan.Last.OneNode node ->
            moved(
                List.of(),
                node.sql(),
                node.home() ? new Stage.Source.HomeNode() : new Stage.Source.AnyNode(),
                Movement.of(choice, columns, group),
                Optional.empty(),
                0);
        case Plan.Last.Modified modified -> throw new IllegalStateException("a query");
        case Plan.Last.Merged merged ->
            switch (merged.merge()) {
              case Merge.Concatenate all ->
                  moved(
                      List.of(),
                      merged.fragment(),
                      new Stage.Source.EveryNode(),
                      liesRight() ? keep() : Movement.of(choice, columns, group),
                      Optional.empty(),
                      0);
              case Merge.Limited limited ->
                  atHome(
                      merged,
                      new Merge.Finish(
                          Merge.Finish.rows().within("SELECT * FROM ", limited.clauses())));
              case Merge.Ordered ordered -> atHome(merged, ordered.finish());
              case Merge.Finish finish -> finished(merged, finish);
            };
      };
    }

    /** The result becomes a temporary table on the nodes that have it. */
    private Moved kept() {
      boolean lies =
          answer.last() instanceof Plan.Last.Merged merged
              && merged.merge() instanceof Merge.Concatenate
              && !answer.keys().isEmpty();
      if (!lies) {
        throw new UnprovenException("the key of what is kept is not known");
      }
      Plan.Last.Merged merged = (Plan.Last.Merged) answer.last();
      int key = answer.keys().stream().min(Integer::compare).orElseThrow();
      return moved(
          List.of(),
          merged.fragment(),
          new Stage.Source.EveryNode(),
          Movement.keep(columns.get(key), answer.group()),
          Optional.empty(),
          0);
    }

    private boolean liesRight() {
      return answer.group().equals(group)
          && wantedKey().filter(answer.keys()::contains).isPresent();
    }

    private Movement keep() {
      return Movement.keep(columns.get(wantedKey().orElseThrow()), group);
    }

    /** The column by which the result is to be divided, if it is. */
    private Optional<Integer> wantedKey() {
      return switch (choice) {
        case Choice.Repartition slots -> Optional.of(slots.column());
        case Choice.RepartitionRanges ranges -> Optional.of(ranges.column());
        default -> Optional.empty();
      };
    }

    /** Partial groups are finished on the home node, or each on the node that owns it. */
    private Moved finished(Plan.Last.Merged merged, Merge.Finish finish) {
      if (choice instanceof Choice.Broadcast && isOneRow()) {
        return onEveryNode(merged, finish);
      }
      Moved best = atHome(merged, finish);
      for (Answer.GroupKey key : answer.groupKeys()) {
        Moved divided = divided(merged, finish, key);
        best = divided.cost() < best.cost() ? divided : best;
      }
      return best;
    }

    private Moved atHome(Plan.Last.Merged merged, Merge.Finish finish) {
      String partial = context.moves().stage();
      double partials = partials();
      Movement gather = new Movement(new Stage.Movement.Gather(), null);
      Stage first = partial(partial, merged, finish, gather, partials);
      return moved(
          List.of(first),
          PartialRows.replaced(finish, table(partial), partial),
          new Stage.Source.HomeNode(),
          Movement.of(choice, columns, group),
          Optional.of(partial),
          gather.cost(context.costs(), partials, estimate.width())
              + context.costs().readStage(partials, false));
    }

    /** Every node gets the partial rows of each, and finishes the same result for itself. */
    private Moved onEveryNode(Plan.Last.Merged merged, Merge.Finish finish) {
      String partial = context.moves().stage();
      double partials = context.costs().nodes();
      Movement everywhere =
          new Movement(
              finish.oneEach()
                  ? new Stage.Movement.Parameters(true)
                  : new Stage.Movement.Broadcast(),
              null);
      // In the same order on all nodes: sums of floating point numbers depend on it.
      SqlTemplate inOrder =
          table(partial)
              .within(
                  "(SELECT * FROM ",
                  " AS "
                      + Merge.Finish.TABLE
                      + " ORDER BY pg_catalog.record_send("
                      + Merge.Finish.TABLE
                      + "))");
      return moved(
          List.of(partial(partial, merged, finish, everywhere, partials)),
          PartialRows.replaced(finish, inOrder, partial),
          new Stage.Source.EveryNode(),
          Movement.keep(new Placement.Replicated()),
          Optional.of(partial),
          everywhere.cost(context.costs(), partials, estimate.width()));
    }

    private Moved divided(Plan.Last.Merged merged, Merge.Finish finish, Answer.GroupKey key) {
      String partial = context.moves().stage();
      double partials = partials();
      Movement repartition =
          new Movement(new Stage.Movement.Repartition(key.partial(), key.type()), null);
      boolean right =
          choice instanceof Choice.Repartition wanted && wanted.column() == key.output();
      return moved(
          List.of(partial(partial, merged, finish, repartition, partials)),
          PartialRows.replaced(finish, table(partial), partial),
          new Stage.Source.EveryNode(),
          right ? keep() : Movement.of(choice, columns, group),
          Optional.of(partial),
          context.costs().finishDivided(partials, estimate.width(), key.values()));
    }

    private double partials() {
      boolean grouped =
          site.query() instanceof Query.Select select && select.node().getGroup() != null;
      return grouped ? estimate.rows() * context.costs().nodes() : rows;
    }

    private Stage partial(
        String name,
        Plan.Last.Merged merged,
        Merge.Finish finish,
        Movement movement,
        double partials) {
      return new Stage(
          name,
          merged.fragment(),
          new Stage.Source.EveryNode(),
          movement.movement(),
          List.of(),
          finish.notReal(),
          List.of(),
          partials,
          estimate.width(),
          "partial rows of " + site.describe());
    }

    private Moved moved(
        List<Stage> before,
        SqlTemplate sql,
        Stage.Source source,
        Movement wanted,
        Optional<String> partial,
        double costBefore) {
      Movement movement = wanted.forRows(rows, estimate.width(), columns, false);
      List<Stage> stages = new ArrayList<>(answer.stages());
      stages.addAll(before);
      String names = columns.stream().map(Relation.Column::name).collect(Collectors.joining(", "));
      SqlTemplate query = sql.within("SELECT * FROM (", ") AS argosy_rows(" + names + ")");
      boolean inPlace = isReadInPlace(query, source, movement, partial);
      if (!inPlace) {
        stages.add(
            new Stage(
                table,
                query,
                source,
                movement.movement(),
                List.of(),
                List.of(),
                wish.compared().stream().map(position -> columns.get(position).name()).toList(),
                rows,
                estimate.width(),
                "result of " + site.describe()));
      }
      String words =
          choice.copies() && movement.movement() instanceof Stage.Movement.Keep
              ? "BROADCAST " + site.describe()
              : movement.words(site.describe(), columns);
      return new Moved(
          stages,
          movement.relation(table, columns, rows),
          inPlace ? Optional.of(query) : Optional.empty(),
          site.query(),
          answer.fragmentCost()
              + costBefore
              + (inPlace ? 0 : movement.cost(context.costs(), rows, estimate.width())),
          context.costs().readStage(rows, movement.divides()),
          answer.stages().isEmpty() && !answer.description().contains("CARVE")
              ? words
              : words + " [" + answer.description() + "]");
    }

    /**
     * Whether a table of the result would be filled and read once on the same node. What is joined
     * is kept all the same, so that PostgreSQL knows its size. The types of partial rows are named
     * in stages only.
     */
    private boolean isReadInPlace(
        SqlTemplate query, Stage.Source source, Movement movement, Optional<String> partial) {
      boolean bound = context.bundling().binds(Bundling.Operation.JOIN, Bundling.Operation.GROUP);
      boolean sameNode =
          switch (movement.movement()) {
            case Stage.Movement.Keep keep -> true;
            case Stage.Movement.Gather gather -> !(source instanceof Stage.Source.EveryNode);
            case Stage.Movement.Broadcast broadcast -> false;
            case Stage.Movement.BroadcastToOthers broadcast -> false;
            case Stage.Movement.Repartition repartition -> false;
            case Stage.Movement.Parameters parameters -> false;
          };
      boolean once = wish.alone() || partial.isPresent() && isOneRow();
      return bound && sameNode && once && !isTyped(query);
    }
  }

  private static boolean isTyped(SqlTemplate query) {
    return query.gaps(SqlTemplate.Part.Type.class).findAny().isPresent();
  }

  private static SqlTemplate table(String name) {
    return SqlTemplate.of(new SqlTemplate.Part.Table(name, true));
  }
}
