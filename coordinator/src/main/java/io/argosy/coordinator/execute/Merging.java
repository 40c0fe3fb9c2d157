package io.argosy.coordinator.execute;

import io.argosy.agent.node.NodeSession;
import io.argosy.coordinator.catalog.PlannedStatement.FinishStep;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.planner.plan.Merge;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Runs a query on each of several nodes and makes one answer of their rows. */
final class Merging {
  private static final String PARTIALS = "pg_temp.argosy_partial";

  /** Partial results are as large as they are. */
  private static final String NO_LIMIT = "0";

  private final StatementRun run;
  private final Binding binding;
  private final IntFunction<NodeSession> sessions;

  /**
   * @param binding the values of the parts' parameters
   * @param sessions the backend that runs the part of a node
   */
  Merging(StatementRun run, Binding binding, IntFunction<NodeSession> sessions) {
    this.run = run;
    this.binding = binding;
    this.sessions = sessions;
  }

  /** The rows one after the other, some skipped and not more than a limit. */
  Execution concatenate(
      List<Part> parts, Optional<Merge.RowCount> offset, Optional<Merge.RowCount> limit) {
    return new ConcatenateExecution(
        new ParallelFragments(parts.stream().map(part -> fragment(part, binding)).toList()),
        run,
        RowCounts.offset(offset, binding),
        RowCounts.limit(limit, binding),
        rows -> "SELECT " + rows);
  }

  /**
   * The rows as partial results, of which the last step makes the answer.
   *
   * @param workplace where, on the home node
   */
  Execution finish(List<Part> parts, FinishStep step, Workplace workplace) {
    workplace.create(PARTIALS, step.tableDefinition());
    NodeSession target = workplace.session();
    Optional<Part> here = Optional.empty();
    List<Fragment> elsewhere = new ArrayList<>();
    for (Part part : parts) {
      // The backend that finishes may be the one that has to run a part, too: it then loads its
      // own rows itself.
      if (sessions.apply(part.node()) == target) {
        here = Optional.of(part);
      } else {
        elsewhere.add(fragment(part, binding.withResultFormat(1)));
      }
    }
    try (ParallelFragments running = new ParallelFragments(elsewhere)) {
      here.ifPresent(part -> insert(part, target));
      new Move(run, new ByteLimit(NO_LIMIT)).rows(running, target, PARTIALS, List.of());
    }
    return new NodeExecution(target, Cluster.HOME, binding.request(step.sql()), run);
  }

  private void insert(Part part, NodeSession target) {
    Execution insert =
        new NodeExecution(
            target, binding.request("INSERT INTO " + PARTIALS + " " + part.sql()), run.client());
    while (insert.next() != null) {
      // An INSERT without RETURNING gives no rows.
    }
  }

  private Fragment fragment(Part part, Binding values) {
    return new Fragment(part.node(), sessions.apply(part.node()), values.request(part.sql()));
  }
}
