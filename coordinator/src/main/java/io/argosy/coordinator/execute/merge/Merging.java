package io.argosy.coordinator.execute.merge;

import io.argosy.coordinator.analysis.OrderedStep;
import io.argosy.coordinator.analysis.order.RowOrder;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.move.Move;
import io.argosy.coordinator.execute.move.QueryRows;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.ParallelFragments;
import io.argosy.coordinator.execute.run.Part;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.execute.snapshot.ReadSnapshots;
import io.argosy.coordinator.execute.snapshot.Workplace;
import io.argosy.coordinator.limit.ByteLimit;
import io.argosy.coordinator.transaction.barrier.SnapshotShare;
import io.argosy.node.NodeSession;
import io.argosy.planner.plan.Merge;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Runs a query on each of several nodes and makes one answer of their rows. */
public final class Merging {
  /** Partial results are as large as they are. */
  private static final String NO_LIMIT = "0";

  private final StatementRun run;
  private final Binding binding;
  private final IntFunction<NodeSession> sessions;
  private final IntFunction<Map<String, String>> settings;
  private final ReadSnapshots snapshots;

  /**
   * @param binding the values of the parts' parameters
   * @param sessions the backend that runs the part of a node
   * @param settings those that the part of a node runs with and its backend does not have
   * @param snapshots how the parts come to see one state
   */
  public Merging(
      StatementRun run,
      Binding binding,
      IntFunction<NodeSession> sessions,
      IntFunction<Map<String, String>> settings,
      ReadSnapshots snapshots) {
    this.settings = settings;
    this.snapshots = snapshots;
    this.run = run;
    this.binding = binding;
    this.sessions = sessions;
  }

  /**
   * The answer as a plan merges it.
   *
   * @param inOrder how the coordinator merges sorted rows; empty where it cannot compare them
   * @param finish runs the last step on a node where one is needed
   */
  public Execution merged(
      List<Part> parts, Merge merge, Optional<OrderedStep> inOrder, Supplier<Execution> finish) {
    return switch (merge) {
      case Merge.Concatenate ignored -> concatenate(parts, Optional.empty(), Optional.empty());
      case Merge.Limited limited -> concatenate(parts, limited.offset(), limited.limit());
      case Merge.Ordered ordered ->
          inOrder.map(step -> ordered(parts, step, ordered)).orElseGet(finish);
      case Merge.Finish ignored -> finish.get();
    };
  }

  /**
   * The same where nodes lock the rows that they return. Those of which none is used give their
   * locks back, as if they had not been asked: every node looks for as many rows as are wanted.
   *
   * @param columns how many columns the answer has
   */
  public Execution locked(
      List<Part> parts,
      Merge merge,
      Optional<OrderedStep> inOrder,
      int columns,
      Supplier<Execution> finish) {
    if (merge instanceof Merge.Limited limited
        && RowCounts.limit(limited.limit(), binding) <= LimitedLocks.MOST_ROWS) {
      return LimitedLocks.take(
          fragments(parts, binding),
          fragments ->
              new OrderedExecution(
                  snapshots.begin(fragments),
                  new RowOrder(List.of()),
                  run,
                  columns,
                  RowCounts.offset(limited.offset(), binding),
                  RowCounts.limit(limited.limit(), binding)));
    }
    if (merge instanceof Merge.Ordered ordered
        && inOrder.isPresent()
        && RowCounts.limit(ordered.limit(), binding) <= LimitedLocks.MOST_ROWS) {
      OrderedStep step = inOrder.get();
      return LimitedLocks.take(
          fragments(parts, binding.withBinaryBehind(step.columns(), step.keys())),
          fragments -> sorted(fragments, step, ordered));
    }
    return merged(parts, merge, inOrder, finish);
  }

  /** The rows one after the other, some skipped and not more than a limit. */
  private Execution concatenate(
      List<Part> parts, Optional<Merge.RowCount> offset, Optional<Merge.RowCount> limit) {
    long skipped = RowCounts.offset(offset, binding);
    long most = RowCounts.limit(limit, binding);
    return new ConcatenateExecution(
        new ParallelFragments(snapshots.begin(fragments(parts, binding))),
        run,
        skipped,
        most,
        rows -> "SELECT " + rows);
  }

  /**
   * The parts' rows come in order, and so do all of them, some skipped and not more than a limit.
   */
  private Execution ordered(List<Part> parts, OrderedStep step, Merge.Ordered merge) {
    return sorted(
        fragments(parts, binding.withBinaryBehind(step.columns(), step.keys())), step, merge);
  }

  private OrderedExecution sorted(List<Fragment> fragments, OrderedStep step, Merge.Ordered merge) {
    long skipped = RowCounts.offset(merge.offset(), binding);
    long most = RowCounts.limit(merge.limit(), binding);
    return new OrderedExecution(
        snapshots.begin(fragments), step.order(), run, step.columns(), skipped, most);
  }

  /**
   * The rows as partial results, of which the last step makes the answer. The home node's own rows
   * never leave it.
   *
   * @param table makes the table of the partial results
   * @param statement the last step
   * @param workplace where, on the home node; opened here if it is not yet
   */
  public Execution finish(List<Part> parts, String table, String statement, Workplace workplace) {
    if (snapshots.perStatement()) {
      return finishInOwnBackends(parts, table, statement, workplace);
    }
    NodeSession target = workplace.session();
    // Before the fragments take their snapshots, which commits wait for.
    target.awaitOpened();
    Optional<Part> home = parts.stream().filter(part -> part.node() == Cluster.HOME).findFirst();
    boolean here =
        home.isPresent()
            && (workplace.seesWhatTheSessionSees() || sessions.apply(Cluster.HOME) == target);
    ReadSnapshots.WithHome starting =
        snapshots.beginWithHome(
            fragments(here ? elsewhere(parts) : parts, binding.withResultFormat(1)));
    try (ParallelFragments running = new ParallelFragments(starting.fragments())) {
      open(workplace, starting.home());
      if (here) {
        fillWithHomeRows(workplace, home.get());
      } else {
        workplace.create(Merge.Finish.ROWS, table);
      }
      new Move(run, new ByteLimit(NO_LIMIT)).rows(running, target, Merge.Finish.ROWS, List.of());
    }
    return new NodeExecution(target, Cluster.HOME, binding.request(statement), run);
  }

  /**
   * The home node's rows are read by a query, too, which takes its snapshot with the others, and
   * are kept aside until its backend can load them.
   */
  private Execution finishInOwnBackends(
      List<Part> parts, String table, String statement, Workplace workplace) {
    NodeSession target = workplace.session();
    workplace.open();
    workplace.create(Merge.Finish.ROWS, table);
    Map<Boolean, List<Fragment>> fragments =
        snapshots
            .begin(
                parts.stream()
                    .map(
                        part -> fragment(part, binding.withResultFormat(1), settings(part, target)))
                    .toList())
            .stream()
            .collect(Collectors.partitioningBy(fragment -> fragment.session() == target));
    try (ParallelFragments elsewhere = new ParallelFragments(fragments.get(false));
        ParallelFragments here = new ParallelFragments(fragments.get(true))) {
      QueryRows.load(
          new ConcatenateExecution(here, run, 0, Long.MAX_VALUE, rows -> "SELECT " + rows),
          target,
          Merge.Finish.ROWS,
          List.of(),
          true);
      new Move(run, new ByteLimit(NO_LIMIT)).rows(elsewhere, target, Merge.Finish.ROWS, List.of());
    }
    return new NodeExecution(target, Cluster.HOME, binding.request(statement), run);
  }

  /** The workplace has them already. */
  private Map<String, String> settings(Part part, NodeSession workplace) {
    return sessions.apply(part.node()) == workplace ? Map.of() : settings.apply(part.node());
  }

  private static List<Part> elsewhere(List<Part> parts) {
    return parts.stream().filter(part -> part.node() != Cluster.HOME).toList();
  }

  private static void open(Workplace workplace, SnapshotShare share) {
    try {
      share.taken(workplace.takeSnapshot());
    } finally {
      share.taken(Optional.empty());
    }
  }

  /** The home node's fragment makes the table, while the other fragments run. */
  private void fillWithHomeRows(Workplace workplace, Part home) {
    Fragment definition =
        new Fragment(
            Cluster.HOME,
            workplace.session(),
            binding
                .withResultFormat(0)
                .request(
                    // The names of temporary tables are not qualified where they are made.
                    "CREATE TEMPORARY TABLE "
                        + Merge.Finish.TABLE
                        + " ON COMMIT DROP AS "
                        + home.sql()));
    try (ParallelFragments filling = new ParallelFragments(List.of(definition))) {
      filling.awaitAll(run.client()::notice);
      run.add(filling.statistics());
      workplace.created(Merge.Finish.ROWS);
    }
  }

  private List<Fragment> fragments(List<Part> parts, Binding values) {
    return parts.stream().map(part -> fragment(part, values, settings.apply(part.node()))).toList();
  }

  private Fragment fragment(Part part, Binding values, Map<String, String> itsSettings) {
    return new Fragment(
        part.node(),
        sessions.apply(part.node()),
        snapshots.request(values.request(part.sql()).withSettings(itsSettings)));
  }
}
