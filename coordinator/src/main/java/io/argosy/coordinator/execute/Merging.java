package io.argosy.coordinator.execute;

import io.argosy.agent.node.NodeSession;
import io.argosy.coordinator.catalog.OrderedStep;
import io.argosy.coordinator.catalog.PlannedStatement.FinishStep;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.planner.plan.Merge;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.function.Supplier;

/** Runs a query on each of several nodes and makes one answer of their rows. */
final class Merging {
  private static final String PARTIALS = "pg_temp.argosy_partial";

  /** Partial results are as large as they are. */
  private static final String NO_LIMIT = "0";

  private final StatementRun run;
  private final Binding binding;
  private final IntFunction<NodeSession> sessions;
  private final IntFunction<Map<String, String>> settings;

  /**
   * @param binding the values of the parts' parameters
   * @param sessions the backend that runs the part of a node
   * @param settings those that the part of a node runs with and its backend does not have
   */
  Merging(
      StatementRun run,
      Binding binding,
      IntFunction<NodeSession> sessions,
      IntFunction<Map<String, String>> settings) {
    this.settings = settings;
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
  Execution merged(
      List<Part> parts, Merge merge, Optional<OrderedStep> inOrder, Supplier<Execution> finish) {
    return switch (merge) {
      case Merge.Concatenate ignored -> concatenate(parts, Optional.empty(), Optional.empty());
      case Merge.Limited limited -> concatenate(parts, limited.offset(), limited.limit());
      case Merge.Ordered ordered ->
          inOrder.map(step -> ordered(parts, step, ordered)).orElseGet(finish);
      case Merge.Finish ignored -> finish.get();
    };
  }

  /** The rows one after the other, some skipped and not more than a limit. */
  private Execution concatenate(
      List<Part> parts, Optional<Merge.RowCount> offset, Optional<Merge.RowCount> limit) {
    return new ConcatenateExecution(
        new ParallelFragments(parts.stream().map(part -> fragment(part, binding)).toList()),
        run,
        RowCounts.offset(offset, binding),
        RowCounts.limit(limit, binding),
        rows -> "SELECT " + rows);
  }

  /**
   * The parts' rows come in order, and so do all of them, some skipped and not more than a limit.
   */
  private Execution ordered(List<Part> parts, OrderedStep step, Merge.Ordered merge) {
    Binding binaryKeys = binding.withBinaryBehind(step.columns(), step.keys());
    return new OrderedExecution(
        parts.stream().map(part -> fragment(part, binaryKeys)).toList(),
        step.order(),
        run,
        step.columns(),
        RowCounts.offset(merge.offset(), binding),
        RowCounts.limit(merge.limit(), binding));
  }

  /**
   * The rows as partial results, of which the last step makes the answer. The home node's own rows
   * never leave it.
   *
   * @param workplace where, on the home node
   */
  Execution finish(List<Part> parts, FinishStep step, Workplace workplace) {
    NodeSession target = workplace.session();
    Optional<Part> home = parts.stream().filter(part -> part.node() == Cluster.HOME).findFirst();
    boolean here =
        home.isPresent()
            && (workplace.seesWhatTheSessionSees() || sessions.apply(Cluster.HOME) == target);
    if (here) {
      fillWithHomeRows(workplace, home.get(), elsewhere(parts));
    } else {
      workplace.create(PARTIALS, step.tableDefinition());
      try (ParallelFragments running = fragments(parts)) {
        load(running, target);
      }
    }
    return new NodeExecution(target, Cluster.HOME, binding.request(step.sql()), run);
  }

  private static List<Part> elsewhere(List<Part> parts) {
    return parts.stream().filter(part -> part.node() != Cluster.HOME).toList();
  }

  /** The home node's fragment makes the table, while the other fragments run. */
  private void fillWithHomeRows(Workplace workplace, Part home, List<Part> others) {
    NodeSession target = workplace.session();
    Fragment definition =
        new Fragment(
            Cluster.HOME,
            target,
            binding
                .withResultFormat(0)
                .request(
                    // The names of temporary tables are not qualified where they are made.
                    "CREATE TEMPORARY TABLE argosy_partial ON COMMIT DROP AS " + home.sql()));
    try (ParallelFragments running = fragments(others);
        ParallelFragments filling = new ParallelFragments(List.of(definition))) {
      while (filling.next(run.client()) != null) {
        // What makes a table returns no rows.
      }
      run.add(filling.statistics());
      workplace.created(PARTIALS);
      load(running, target);
    }
  }

  private void load(ParallelFragments running, NodeSession target) {
    new Move(run, new ByteLimit(NO_LIMIT)).rows(running, target, PARTIALS, List.of());
  }

  private ParallelFragments fragments(List<Part> parts) {
    Binding binary = binding.withResultFormat(1);
    return new ParallelFragments(parts.stream().map(part -> fragment(part, binary)).toList());
  }

  private Fragment fragment(Part part, Binding values) {
    return new Fragment(
        part.node(),
        sessions.apply(part.node()),
        values.request(part.sql()).withSettings(settings.apply(part.node())));
  }
}
