package io.argosy.coordinator.execute;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.PlannedStatement.FinishStep;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.NodeShares;
import io.argosy.coordinator.execute.gather.Gathering;
import io.argosy.coordinator.execute.merge.Merging;
import io.argosy.coordinator.execute.modify.CarriedExecution;
import io.argosy.coordinator.execute.modify.CommittingExecution;
import io.argosy.coordinator.execute.modify.ModifyExecution;
import io.argosy.coordinator.execute.repeat.OnceEvaluation;
import io.argosy.coordinator.execute.repeat.OrderedRuns;
import io.argosy.coordinator.execute.repeat.PlannedRun;
import io.argosy.coordinator.execute.repeat.RepeatedReads;
import io.argosy.coordinator.execute.repeat.RepeatedRuns;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.Part;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.execute.snapshot.ReadSnapshots;
import io.argosy.coordinator.execute.snapshot.StepSnapshots;
import io.argosy.coordinator.execute.snapshot.Workplace;
import io.argosy.coordinator.execute.snapshot.WorkplaceExecution;
import io.argosy.coordinator.execute.stage.KeyRouter;
import io.argosy.coordinator.execute.stage.StageObserver;
import io.argosy.coordinator.execute.stage.Staging;
import io.argosy.coordinator.execute.stage.UnderestimatedException;
import io.argosy.node.Request;
import io.argosy.planner.movement.Estimator.Estimate;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.protocol.message.PostgresException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts the execution of plans. Thread-safe; shared by all sessions. */
public final class PlanExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(PlanExecutor.class);

  /** After that, a statement runs as it is planned. */
  private static final int MOST_REPLANS = 2;

  private final Replanner replanner;
  private final StageObserver stages;
  private final AtomicInteger nextReader = new AtomicInteger();

  /**
   * @param replanner asked when a broadcast is much larger than it was planned to be
   * @param stages told what stages turned out to have
   */
  public PlanExecutor(Replanner replanner, StageObserver stages) {
    this.stages = stages;
    this.replanner = replanner;
  }

  /**
   * Starts a planned statement.
   *
   * @throws PostgresException 0A000 for a plan that refuses, or what the nodes say at the start
   */
  public Execution start(PlannedStatement planned, StatementRun run) {
    Map<String, Estimate> seen = new HashMap<>();
    PlannedStatement current = planned;
    for (int replans = 0; replans < MOST_REPLANS; replans++) {
      try {
        return start(current, run, true);
      } catch (UnderestimatedException e) {
        LOG.info("planning again: {}", e.getMessage());
        seen.put(e.stage().query().toString(), e.atLeast());
        PlannedStatement better = replanner.replan(current, run.backends(), seen);
        stages.ran(current, Map.of(e.stage(), e.atLeast().rows()));
        run.replanned(better);
        current = better;
      }
    }
    return start(current, run, false);
  }

  private Execution start(PlannedStatement planned, StatementRun run, boolean stopsBroadcasts) {
    if (movesRows(planned.plan())) {
      // Before anything is asked of a backend.
      run.backends().movesRows();
    }
    return switch (planned.plan()) {
      case Plan.Route route ->
          timed(route, run)
              .map(timed -> pushdown(planned, timed, run))
              .orElseGet(() -> route(planned, route, run));
      case Plan.Pushdown pushdown -> pushdown(planned, pushdown, run);
      case Plan.Staged staged -> staged(planned, staged, run, stopsBroadcasts);
      case Plan.Gather ignored ->
          stepwise(planned, run, snapshots -> new Gathering(run).start(planned, snapshots));
      case Plan.Modify modify -> modify(planned, modify, run);
      case Plan.Carried carried -> CarriedExecution.start(planned, carried, run);
      case Plan.Refused refused ->
          throw new PostgresException(refused.sqlState(), refused.reason(), refused.hint());
    };
  }

  /** Whether rows go from node to node, or those of several nodes come here. */
  public static boolean movesRows(Plan plan) {
    return switch (plan) {
      case Plan.Pushdown pushdown ->
          !(pushdown.pruning() instanceof Pruning.Keys keys && keys.values().size() == 1);
      case Plan.Staged ignored -> true;
      case Plan.Gather ignored -> true;
      case Plan.Carried ignored -> true;
      case Plan.Route ignored -> false;
      case Plan.Modify ignored -> false;
      case Plan.Refused ignored -> false;
    };
  }

  /** The positions of the nodes that a plan is about. */
  public List<Integer> nodes(PlannedStatement planned, StatementRun run) {
    return switch (planned.plan()) {
      case Plan.Route route ->
          route.target() instanceof Plan.Target.KeyOwner owner
              ? nodes(owner.key(), run)
              : List.of(Cluster.HOME);
      case Plan.Pushdown pushdown -> nodes(pushdown.pruning(), run);
      case Plan.Modify modify -> nodes(modify.pruning(), run);
      case Plan.Carried ignored -> nodes(new Pruning.AllNodes(), run);
      case Plan.Staged ignored -> nodes(new Pruning.AllNodes(), run);
      case Plan.Gather ignored -> nodes(new Pruning.AllNodes(), run);
      case Plan.Refused ignored -> List.of();
    };
  }

  /** The parameters that a plan's shipped statements are given. */
  public Binding shippedBinding(PlannedStatement planned, StatementRun run) {
    return switch (planned.plan()) {
      case Plan.Pushdown pushdown -> withOnce(pushdown.once(), run);
      case Plan.Modify modify -> withOnce(modify.once(), run);
      case Plan.Route ignored -> run.binding();
      case Plan.Carried ignored -> run.binding();
      case Plan.Staged staged -> withOnce(staged.once(), run);
      case Plan.Gather ignored -> Binding.none();
      case Plan.Refused ignored -> Binding.none();
    };
  }

  /**
   * The queries whose rows, in any order, are together the answer; empty where more than that must
   * be done.
   */
  public Optional<List<Part>> parts(PlannedStatement planned, StatementRun run) {
    if (planned.plan() instanceof Plan.Route route) {
      if (timed(route, run).isPresent()) {
        return Optional.empty();
      }
      return Optional.of(List.of(new Part(nodes(planned, run).getFirst(), planned.sql())));
    }
    if (planned.plan() instanceof Plan.Pushdown pushdown
        && pushdown.merge() instanceof Merge.Concatenate
        && pushdown.once().isEmpty()) {
      return Optional.of(
          nodes(planned, run).stream()
              .map(node -> new Part(node, pushdown.fragment().text()))
              .toList());
    }
    return Optional.empty();
  }

  /**
   * Starts a statement that changes rows, and runs of it that follow.
   *
   * @param bindings the values of each run
   * @return empty where it is to be started alone
   */
  public Optional<RepeatedRuns> startRepeated(
      PlannedStatement planned, StatementRun run, Iterator<Binding> bindings) {
    if (planned.mayReadSettings()) {
      return Optional.empty();
    }
    return switch (planned.plan()) {
      case Plan.Route route ->
          new OrderedRuns(planned, planned.sql(), run)
              .onOwners(bindings, binding -> OptionalInt.of(node(route, run, binding)));
      case Plan.Modify modify -> startRepeated(planned, modify, run, bindings);
      default -> Optional.empty();
    };
  }

  /** Whether a statement only reads, on the node that owns a key, and nothing but rows. */
  public static boolean isOfOneNode(PlannedStatement planned) {
    return planned.plan() instanceof Plan.Route route
        && route.target() instanceof Plan.Target.KeyOwner
        && planned.changesNothing()
        && !planned.sideEffects().callsUsers()
        && !planned.sideEffects().takesNumbers()
        && !planned.mayReadSettings();
  }

  /**
   * Runs queries as if nothing had been committed between them.
   *
   * @param reads runs of one text, each of which {@link #isOfOneNode}
   * @return empty where each is to be started alone
   */
  public Optional<RepeatedRuns> readRepeated(List<PlannedRun> reads, StatementRun run) {
    return RepeatedReads.start(
        reads, read -> node((Plan.Route) read.planned().plan(), run, read.binding()), run);
  }

  private Optional<RepeatedRuns> startRepeated(
      PlannedStatement planned, Plan.Modify modify, StatementRun run, Iterator<Binding> bindings) {
    if (modify.replicated() && planned.description().fields().isPresent()) {
      return Optional.empty();
    }
    if (modify.once().isEmpty()) {
      return startComputed(planned, modify, run, bindings);
    }
    return planned.standsAlone()
        ? OnceEvaluation.ofTexts(modify.once())
            .of(bindings, run.backends().asked(), run.backends())
            .flatMap(all -> startComputed(planned, modify, run, all.iterator()))
        : Optional.empty();
  }

  private static Optional<RepeatedRuns> startComputed(
      PlannedStatement planned, Plan.Modify modify, StatementRun run, Iterator<Binding> bindings) {
    OrderedRuns runs = new OrderedRuns(planned, modify.fragment(), run);
    return modify.replicated()
        ? runs.onAllNodes(bindings)
        : runs.onOwners(bindings, binding -> only(router(run, binding).nodes(modify.pruning())));
  }

  private static OptionalInt only(List<Integer> nodes) {
    return nodes.size() == 1 ? OptionalInt.of(nodes.getFirst()) : OptionalInt.empty();
  }

  private int node(Plan.Route route, StatementRun run, Binding binding) {
    return switch (route.target()) {
      case Plan.Target.HomeNode ignored -> Cluster.HOME;
      case Plan.Target.AnyNode ignored -> anyNode(run);
      case Plan.Target.KeyOwner owner -> router(run, binding).nodes(owner.key()).getFirst();
    };
  }

  /**
   * Starts a statement that changes rows of the owner of a key only, and commits it with that.
   *
   * @return empty where it must run in a transaction
   */
  public Optional<Execution> startCommitting(
      PlannedStatement planned, StatementRun run, CommittingExecution.Caller caller) {
    if (!(planned.plan() instanceof Plan.Modify modify)
        || modify.replicated()
        || !modify.once().isEmpty()) {
      return Optional.empty();
    }
    OptionalInt owner = only(nodes(modify.pruning(), run));
    if (owner.isEmpty()) {
      return Optional.empty();
    }
    int node = owner.getAsInt();
    Request request = run.binding().request(modify.fragment());
    return CommittingExecution.start(
        node, session -> NodeExecution.ofFragment(session, node, request, run), run, caller);
  }

  /** The form of a statement of one node that is given the time of the transaction. */
  private static Optional<Plan.Pushdown> timed(Plan.Route route, StatementRun run) {
    return run.backends().inTransaction() && route.target() instanceof Plan.Target.KeyOwner owner
        ? owner.timed()
        : Optional.empty();
  }

  private Execution route(PlannedStatement planned, Plan.Route route, StatementRun run) {
    int node = node(route, run, run.binding());
    Request.Extended request = run.request(planned, planned.sql());
    return new NodeExecution(
        node,
        run.simpleText()
            .filter(text -> node == Cluster.HOME && request.settings().isEmpty())
            .<Request>map(text -> new Request.Simple(text, Request.Guard.WANTED))
            .orElse(request),
        run);
  }

  /** Reads that any node can answer are spread; a transaction does not grow for them. */
  private int anyNode(StatementRun run) {
    NodeBackends backends = run.backends();
    return backends.inTransaction()
        ? backends.onlyNode().orElse(Cluster.HOME)
        : Math.floorMod(nextReader.getAndIncrement(), backends.cluster().nodes().size());
  }

  private Execution staged(
      PlannedStatement planned, Plan.Staged staged, StatementRun run, boolean stopsBroadcasts) {
    Binding binding = shippedBinding(planned, run);
    int anyNode = anyNode(run);
    return stepwise(
        planned,
        run,
        snapshots ->
            new Staging(run, planned, staged, binding, anyNode, stopsBroadcasts, snapshots, stages)
                .start());
  }

  /**
   * Runs a statement of several steps, which see one state of all nodes, but for a last one that
   * writes. What a function of a user's may write is not written twice.
   */
  private static Execution stepwise(
      PlannedStatement planned, StatementRun run, Function<ReadSnapshots, Execution> steps) {
    boolean writesLast =
        planned.plan() instanceof Plan.Staged staged && staged.last() instanceof Plan.Last.Modified;
    boolean repeatable =
        !planned.sideEffects().mayWrite() && (writesLast || planned.modified().entries().isEmpty());
    return repeatable
        ? StepSnapshots.start(run, writesLast || run.writesRows(), steps)
        : steps.apply(ReadSnapshots.settled());
  }

  private Execution pushdown(PlannedStatement planned, Plan.Pushdown pushdown, StatementRun run) {
    Binding binding = withOnce(pushdown.once(), run);
    List<Part> parts =
        nodes(pushdown.pruning(), run).stream()
            .map(node -> new Part(node, planned.shipped(pushdown.fragment()).text()))
            .toList();
    NodeBackends backends = run.backends();
    // What locks rows is no read, and a transaction that only reads refuses it.
    boolean reads = !run.locksRows() || !backends.readsBeside();
    ReadSnapshots snapshots =
        reads
            ? ReadSnapshots.of(backends, parts.size(), !planned.sideEffects().mayWrite())
            : ReadSnapshots.settled();
    Merging merging =
        new Merging(
            run,
            binding,
            node -> snapshots.session(backends, node),
            backends::fragmentSettings,
            snapshots);
    if (run.locksRows() && parts.size() > 1) {
      return merging.locked(
          parts,
          pushdown.merge(),
          planned.checked().ordered(),
          planned.description().fields().orElse(List.of()).size(),
          () -> finish(planned, merging, parts, run));
    }
    return merging.merged(
        parts,
        pushdown.merge(),
        planned.checked().ordered(),
        () -> finish(planned, merging, parts, run));
  }

  private static Execution finish(
      PlannedStatement planned, Merging merging, List<Part> parts, StatementRun run) {
    Workplace workplace =
        planned.readsPartitionsOnly()
            ? Workplace.ofOwnTables(run.backends())
            : new Workplace(run.backends());
    FinishStep step = planned.checked().finish().orElseThrow();
    String statement = NodeShares.none().sql(step.sql(), Cluster.HOME);
    try {
      return new WorkplaceExecution(
          workplace, merging.finish(parts, step.tableDefinition(), statement, workplace));
    } catch (RuntimeException e) {
      workplace.close();
      throw e;
    }
  }

  private Execution modify(PlannedStatement planned, Plan.Modify modify, StatementRun run) {
    Binding binding = shippedBinding(planned, run);
    List<Fragment> fragments = fragments(modify.fragment(), modify.pruning(), run, binding);
    return ModifyExecution.start(fragments, modify.replicated(), planned, run);
  }

  private List<Fragment> fragments(String sql, Pruning pruning, StatementRun run, Binding binding) {
    return nodes(pruning, run).stream()
        .map(node -> new Fragment(node, run.backends().on(node), binding.request(sql)))
        .collect(Collectors.toList());
  }

  /** The positions of the nodes that can have rows. */
  public List<Integer> nodes(Pruning pruning, StatementRun run) {
    return router(run, run.binding()).nodes(pruning);
  }

  private static KeyRouter router(StatementRun run, Binding binding) {
    return new KeyRouter(run.backends().slots(), run.backends()::asked, binding);
  }

  /** Computes on the home node what must have one value on all nodes. */
  public static Binding withOnce(List<Plan.Once> once, StatementRun run) {
    return once.isEmpty()
        ? run.binding()
        : OnceEvaluation.ofTexts(once).of(run.binding(), run.backends().asked());
  }
}
