package io.argosy.coordinator.execute.stage;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.PlannedStatement.FinishStep;
import io.argosy.coordinator.analysis.PlannedStatement.StageTable;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.NodeShares;
import io.argosy.coordinator.execute.merge.Merging;
import io.argosy.coordinator.execute.modify.ModifyExecution;
import io.argosy.coordinator.execute.move.Preparations;
import io.argosy.coordinator.execute.move.RowMover;
import io.argosy.coordinator.execute.move.StageNames;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.FragmentAnswer;
import io.argosy.coordinator.execute.run.FragmentStatistics;
import io.argosy.coordinator.execute.run.Part;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.execute.snapshot.ReadSnapshots;
import io.argosy.coordinator.execute.snapshot.Workplace;
import io.argosy.coordinator.execute.snapshot.WorkplaceExecution;
import io.argosy.coordinator.execute.snapshot.Workplaces;
import io.argosy.coordinator.limit.ByteLimit;
import io.argosy.node.CommandTag;
import io.argosy.node.MoveLimit;
import io.argosy.node.Request;
import io.argosy.node.Routing;
import io.argosy.planner.movement.Estimator.Estimate;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.planner.plan.Stage;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Strategy STAGED: runs the stages one after the other, each on all of its nodes at the same time,
 * and then the last step, all in one backend of each node.
 */
public final class Staging {
  /** A broadcast that is larger than estimated is not stopped if it is small all the same. */
  private static final long BYTES_WORTH_STOPPING = 64L << 20;

  /** A stage whose rows become parameters: it is asked with others that do not read them. */
  private record Asked(Stage stage, StageTable table, ParameterRows rows) {}

  private final StatementRun run;
  private final PlannedStatement planned;
  private final Plan.Staged plan;
  private final List<Asked> asked = new ArrayList<>();
  private Binding binding;
  private final KeyRouter router;
  private final NodeShares shares;
  private final StageNames names;
  private final Map<String, String> tables;
  private final ByteLimit limit;
  private final int anyNode;
  private final boolean stopsBroadcasts;
  private final ReadSnapshots snapshots;
  private final StageObserver observer;

  /**
   * @param binding the values of the parameters of all steps
   * @param anyNode the node that runs what any node can
   * @param stopsBroadcasts whether a broadcast that is much larger than estimated is stopped
   * @param snapshots how the last step comes to its snapshots
   * @param observer told what the stages had
   * @throws PostgresException 22023 when the limit on what may be moved is no size
   */
  public Staging(
      StatementRun run,
      PlannedStatement planned,
      Plan.Staged plan,
      Binding binding,
      int anyNode,
      boolean stopsBroadcasts,
      ReadSnapshots snapshots,
      StageObserver observer) {
    this.observer = observer;
    this.snapshots = snapshots;
    this.run = run;
    this.planned = planned;
    this.plan = plan;
    this.binding = binding;
    this.router = new KeyRouter(run.backends().slots(), run.backends()::asked, run.binding());
    this.shares = new NodeShares(plan.shares(), run.backends().slots());
    this.names = StageNames.of(planned.checked().stages(), run.backends());
    this.tables = new HashMap<>(names.permanent());
    this.limit = new ByteLimit(run.backends().setting(ByteLimit.GATHER_SETTING));
    this.anyNode = anyNode;
    // What modifies may be planned anew as a change of copies, which is not run like a query.
    this.stopsBroadcasts = stopsBroadcasts && !(plan.last() instanceof Plan.Last.Modified);
  }

  /**
   * Runs all but the last step, and starts that.
   *
   * @throws UnderestimatedException when a broadcast was stopped; nothing of the statement is left
   */
  public Execution start() {
    Workplaces places = new Workplaces(run, tables());
    try {
      Preparations preparations = new Preparations(run, places);
      for (int i = 0; i < plan.stages().size(); i++) {
        run(places, preparations, plan.stages().get(i), planned.checked().stages().get(i));
      }
      read(places, preparations);
      preparations.settle(
          plan.last() instanceof Plan.Last.OneNode last ? List.of(node(last)) : places.nodes());
      if (!planned.expectations().isEmpty()) {
        observer.ran(planned, StageCounts.of(plan.stages(), run.statistics(), everyNode().size()));
      }
      return new WorkplaceExecution(places, last(places));
    } catch (RuntimeException e) {
      places.end(e);
      throw e;
    }
  }

  private List<Workplaces.Table> tables() {
    return IntStream.range(0, plan.stages().size())
        .filter(i -> !isKept(plan.stages().get(i)))
        .filter(i -> !isOfParameters(plan.stages().get(i), planned.checked().stages().get(i)))
        .mapToObj(
            i -> {
              StageTable table = planned.checked().stages().get(i);
              boolean gathered = plan.stages().get(i).movement() instanceof Stage.Movement.Gather;
              return new Workplaces.Table(names.of(table), names.definition(table), !gathered);
            })
        .toList();
  }

  private Execution last(Workplaces places) {
    // The workplaces have the fragments' settings.
    Merging merging = new Merging(run, binding, places::session, node -> Map.of(), snapshots);
    return switch (plan.last()) {
      case Plan.Last.OneNode last -> {
        int node = node(last);
        Execution step =
            snapshots.start(
                new Fragment(
                    node,
                    places.session(node),
                    snapshots.request(binding.request(shipped(last.sql(), node)))),
                run);
        places.endAllBut(node);
        yield step;
      }
      case Plan.Last.Modified last -> {
        snapshots.settle();
        List<Fragment> fragments =
            router.nodes(last.pruning()).stream()
                .map(
                    node ->
                        new Fragment(
                            node,
                            places.session(node),
                            binding.request(shipped(last.fragment(), node))))
                .toList();
        yield ModifyExecution.start(fragments, last.replicated(), planned, run);
      }
      case Plan.Last.Merged last -> {
        List<Part> parts =
            everyNode().stream()
                .map(node -> new Part(node, shipped(planned.shipped(last.fragment()), node)))
                .toList();
        yield merging.merged(
            parts,
            last.merge(),
            planned.checked().ordered(),
            () -> {
              FinishStep finish = planned.checked().finish().orElseThrow();
              Execution step =
                  merging.finish(
                      parts,
                      finish.tableDefinition(),
                      shipped(finish.sql(), Cluster.HOME),
                      places.home());
              places.endAllBut(Cluster.HOME);
              return step;
            });
      }
    };
  }

  private int node(Plan.Last.OneNode last) {
    return last.home() ? Cluster.HOME : anyNode;
  }

  /** What a node is sent. */
  private String shipped(SqlTemplate statement, int node) {
    return shares.sql(statement, node, tables);
  }

  private void run(Workplaces places, Preparations preparations, Stage stage, StageTable table) {
    List<Integer> sources = sources(stage);
    boolean becomesParameters = isOfParameters(stage, table);
    if (!becomesParameters || readsAsked(table)) {
      read(places, preparations);
    }
    if (isKept(stage)) {
      preparations.add(
          node -> {
            if (sources.contains(node)) {
              long rows = keep(preparations, node, table);
              complete(preparations, node, stage, table, rows);
            } else {
              preparations.run(node, table.name(), new Request.Simple(names.definition(table)));
            }
            places.created(node, names.of(table));
          });
    } else if (becomesParameters) {
      ask(preparations, sources, stage, table);
    } else {
      move(places, preparations, sources, stage, table);
    }
  }

  private static boolean isKept(Stage stage) {
    return stage.movement() instanceof Stage.Movement.Keep;
  }

  /** The rows stay where they are made, which is when their table is made, too. */
  private long keep(Preparations preparations, int node, StageTable table) {
    String rowsKept = names.definition(table, shipped(table.query(), node));
    FragmentAnswer ended = preparations.run(node, table.name(), binding.request(rowsKept));
    long rows = CommandTag.rows(ended.tag());
    preparations.add(
        new FragmentStatistics(table.name(), node, rows, 0, 0, ended.statistics().nanoseconds()));
    return rows;
  }

  /** What a user's function may write is not written twice, should there be too many rows. */
  private boolean isOfParameters(Stage stage, StageTable table) {
    return stage.movement() instanceof Stage.Movement.Parameters parameters
        && (parameters.oneEach() || !planned.sideEffects().mayWrite())
        && ParameterRows.arePossible(table);
  }

  /** Whether a stage reads the rows of one that is asked and not read. */
  private boolean readsAsked(StageTable table) {
    return asked.stream().anyMatch(before -> table.query().reads(before.table().name()));
  }

  /** Has nodes asked for rows that become parameters, when all that can be is asked with them. */
  private void ask(
      Preparations preparations, List<Integer> sources, Stage stage, StageTable table) {
    boolean oneEach = ((Stage.Movement.Parameters) stage.movement()).oneEach();
    ParameterRows rows = new ParameterRows(table, oneEach);
    preparations.add(
        node -> {
          if (sources.contains(node)) {
            Request query = binding.withResultFormat(1).request(shipped(table.query(), node));
            FragmentStatistics cost =
                preparations
                    .run(node, table.name(), query, row -> rows.add(node, row))
                    .statistics();
            preparations.add(cost.of(table.name()));
          }
        });
    asked.add(new Asked(stage, table, rows));
  }

  /** What comes next finds the rows that are asked for among its parameters. */
  private void read(Workplaces places, Preparations preparations) {
    if (asked.isEmpty()) {
      return;
    }
    preparations.settle(places.nodes());
    List<Asked> answered = List.copyOf(asked);
    asked.clear();
    for (Asked each : answered) {
      if (each.rows().tooMany()) {
        // The table has not been made with the others.
        preparations.add(
            node -> {
              preparations.run(
                  node, each.table().name(), new Request.Simple(names.definition(each.table())));
              places.created(node, names.of(each.table()));
            });
        move(places, preparations, sources(each.stage()), each.stage(), each.table());
      } else {
        tables.put(each.table().name(), each.rows().relation(binding));
        binding = each.rows().addTo(binding);
      }
    }
  }

  /** Makes the indexes of a table that has its rows, and has PostgreSQL look at them. */
  private void complete(
      Preparations preparations, int node, Stage stage, StageTable table, long rows) {
    List<String> statements = new ArrayList<>();
    if (rows > 0) {
      for (List<String> columns : stage.indexes()) {
        statements.add(
            "CREATE INDEX ON " + names.of(table) + " (" + Identifiers.list(columns) + ")");
      }
    }
    if (rows > Workplace.ROWS_WORTH_ANALYZING && !stage.analyzed().isEmpty()) {
      statements.add(
          "ANALYZE " + names.of(table) + " (" + Identifiers.list(stage.analyzed()) + ")");
    }
    if (!statements.isEmpty()) {
      preparations.run(node, table.name(), new Request.Simple(String.join("; ", statements)));
    }
  }

  private List<Integer> sources(Stage stage) {
    return switch (stage.source()) {
      case Stage.Source.EveryNode every -> everyNode();
      case Stage.Source.HomeNode ignored -> List.of(Cluster.HOME);
      case Stage.Source.AnyNode ignored ->
          // What is gathered need not leave the node.
          List.of(stage.movement() instanceof Stage.Movement.Gather ? Cluster.HOME : anyNode);
    };
  }

  private List<Integer> everyNode() {
    return router.nodes(new Pruning.AllNodes());
  }

  private void move(
      Workplaces places,
      Preparations preparations,
      List<Integer> sources,
      Stage stage,
      StageTable table) {
    List<Integer> receivers =
        stage.movement() instanceof Stage.Movement.Gather ? List.of(Cluster.HOME) : everyNode();
    SqlTemplate sent = sent(stage, table);
    Map<Integer, Request.Extended> senders = new LinkedHashMap<>();
    for (int node : sources) {
      senders.put(node, binding.withResultFormat(1).request(shipped(sent, node)));
    }
    Routing routing =
        stage.movement() instanceof Stage.Movement.Repartition
            ? Routing.BY_LAST_COLUMN
            : Routing.TO_ALL;
    boolean toOthers = stage.movement() instanceof Stage.Movement.BroadcastToOthers;
    RowMover mover = new RowMover(places, preparations, table.name(), toOthers);
    long most = mostBytes(stage);
    try {
      mover.move(
          senders,
          routing,
          receivers,
          "COPY " + names.of(table) + " FROM STDIN (FORMAT binary)",
          most);
    } catch (PostgresException e) {
      if (!MoveLimit.isExceeded(e.error())) {
        throw e;
      }
      throw most < limit.bytes() ? underestimated(stage, most, sources.size()) : limit.exceeded();
    }
    run.add(mover.statistics());
    preparations.add(node -> complete(preparations, node, stage, table, mover.loaded(node)));
  }

  private SqlTemplate sent(Stage stage, StageTable table) {
    return stage.movement() instanceof Stage.Movement.Repartition repartition
        ? shares.addressed(
            table.query(), repartition.division(), table.columns().get(repartition.column()))
        : table.query();
  }

  private long mostBytes(Stage stage) {
    boolean copies =
        switch (stage.movement()) {
          case Stage.Movement.Broadcast all -> true;
          case Stage.Movement.BroadcastToOthers others -> true;
          case Stage.Movement.Repartition repartition -> false;
          case Stage.Movement.Gather gather -> false;
          case Stage.Movement.Keep keep -> false;
          case Stage.Movement.Parameters parameters -> true;
        };
    if (!stopsBroadcasts || !copies) {
      return limit.bytes();
    }
    double wide =
        Math.max(StageCounts.WIDE_FACTOR * stage.rows() * stage.width(), BYTES_WORTH_STOPPING);
    return (long) Math.min(wide, limit.bytes());
  }

  private static UnderestimatedException underestimated(Stage stage, long bytes, int senders) {
    double width = Math.max(stage.width(), 1);
    return new UnderestimatedException(
        stage, new Estimate(bytes / width / senders, width, bytes / width));
  }
}
