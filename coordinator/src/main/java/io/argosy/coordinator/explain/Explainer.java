package io.argosy.coordinator.explain;

import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.gather.ShippedStatement;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.explain.advice.Adviser;
import io.argosy.coordinator.resource.RequestLedger;
import io.argosy.coordinator.resource.ResourceReport;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.SearchSummary;
import io.argosy.planner.plan.Stage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Explains planned statements, running them where ANALYZE asks for it. */
public final class Explainer {

  private final PlanExecutor executor;
  private final Cluster cluster;
  private final BiFunction<PlannedStatement, StatementRun, Execution> start;
  private final RequestLedger ledger;

  /**
   * @param start starts the statements that are to be run
   * @param ledger of what nodes are asked for the client's statement, which is the EXPLAIN
   */
  public Explainer(
      PlanExecutor executor,
      Cluster cluster,
      BiFunction<PlannedStatement, StatementRun, Execution> start,
      RequestLedger ledger) {
    this.executor = executor;
    this.cluster = cluster;
    this.start = start;
    this.ledger = ledger;
  }

  /** Explains a statement with its parameters. */
  public Explanation explain(PlannedStatement asked, StatementRun run, ExplainOptions options) {
    long begun = ledger.now();
    Optional<Explanation.Execution> execution =
        options.analyze() ? Optional.of(execute(asked, run)) : Optional.empty();
    Optional<ResourceReport> resources =
        options.resources()
            ? Optional.of(ResourceReport.ofExecution(ledger, begun, ledger.now()))
            : Optional.empty();
    PlannedStatement planned = run.replanned().orElse(asked);
    if (planned.insertsRows()) {
      return insert(planned, run, execution, resources);
    }
    List<Integer> targets = executor.nodes(planned, run);
    List<ShippedStatement> shipped = ShippedStatement.of(planned, run.backends().slots());
    Optional<NodePlans> plans = plans(planned, shipped, run, options);
    List<Integer> runners =
        planned.plan() instanceof Plan.Carried ? List.of(Cluster.HOME) : targets;
    Optional<SearchSummary> search = options.planner() ? planned.search() : Optional.empty();
    return new Explanation(
        planned.strategy(),
        planned.plan().reason(),
        names(targets),
        shipped.stream().map(statement -> step(statement, planned, run, targets)).toList(),
        merge(planned),
        search
            .map(SearchSummary::considered)
            .orElse(planned.plan() instanceof Plan.Staged staged ? staged.considered() : List.of()),
        search,
        execution,
        options.verbose()
            ? plans.map(known -> nodePlans(known, run, runners)).orElse(List.of())
            : List.of(),
        resources,
        resources
            .map(
                report ->
                    Adviser.advise(
                        new EvidenceCollector(cluster, planned, run, plans)
                            .collect(report, runners)))
            .orElse(List.of()));
  }

  private Optional<NodePlans> plans(
      PlannedStatement planned,
      List<ShippedStatement> shipped,
      StatementRun run,
      ExplainOptions options) {
    // What was computed once is computed anew for it, which must not be seen.
    boolean wanted = options.verbose() || options.resources() && planned.changesNothing();
    return wanted && !shipped.isEmpty() && shipped.getFirst().hasPlan()
        ? Optional.of(
            new NodePlans(planned, shipped.getFirst(), run, executor.shippedBinding(planned, run)))
        : Optional.empty();
  }

  private Explanation insert(
      PlannedStatement planned,
      StatementRun run,
      Optional<Explanation.Execution> execution,
      Optional<ResourceReport> resources) {
    List<RelationFact> targets = planned.modified().placed(planned.relations());
    String rows =
        targets.isEmpty()
            ? "the rows, on the home node"
            : targets.getFirst().replicated()
                ? "the rows, on every node"
                : "each row, on the node that owns its key";
    return new Explanation(
        planned.strategy(),
        "how the rows come about is explained for its query",
        names(targets.isEmpty() ? List.of(Cluster.HOME) : executor.nodes(planned, run)),
        List.of(),
        rows,
        List.of(),
        Optional.empty(),
        execution,
        List.of(),
        resources,
        List.of());
  }

  private Explanation.Step step(
      ShippedStatement shipped, PlannedStatement planned, StatementRun run, List<Integer> targets) {
    Optional<String> table = shipped.stage().map(Stage::table);
    return new Explanation.Step(
        shipped.purpose(),
        switch (shipped.place()) {
          case ShippedStatement.Place.Targets ignored -> String.join(", ", names(targets));
          case ShippedStatement.Place.Home ignored -> cluster.home().name();
          case ShippedStatement.Place.AnyNode ignored -> "any node";
          case ShippedStatement.Place.Owners owners ->
              String.join(", ", names(executor.nodes(owners.pruning(), run)));
        },
        shipped.sql(Cluster.HOME),
        shipped.movement(planned),
        shipped.stage().map(Stage::rows),
        run.statistics().stream()
            .filter(cost -> table.isPresent() && cost.step().equals(table.get()))
            .toList());
  }

  private List<String> names(List<Integer> nodes) {
    return nodes.stream().map(node -> cluster.nodes().get(node).name()).toList();
  }

  private static String merge(PlannedStatement planned) {
    return switch (planned.plan()) {
      case Plan.Pushdown pushdown -> words(pushdown.merge(), planned);
      case Plan.Staged staged ->
          switch (staged.last()) {
            case Plan.Last.Merged last -> words(last.merge(), planned);
            case Plan.Last.OneNode ignored -> "";
            case Plan.Last.Modified ignored -> "";
          };
      case Plan.Route ignored -> "";
      case Plan.Modify ignored -> "";
      case Plan.Carried ignored -> "the rows that it changes, carried to the other nodes";
      case Plan.Gather ignored ->
          planned.modified().placed(planned.relations()).isEmpty()
              ? ""
              : "the difference that it makes, carried to the nodes";
      case Plan.Refused ignored -> "";
    };
  }

  private static String words(Merge merge, PlannedStatement planned) {
    return switch (merge) {
      case Merge.Concatenate ignored -> "the nodes' rows, one after the other";
      case Merge.Limited ignored -> "the nodes' rows, one after the other, up to the limit";
      case Merge.Ordered ignored ->
          planned.checked().ordered().isPresent()
              ? "the nodes' rows, merged in order by the coordinator"
              : "the nodes' rows, sorted in PostgreSQL";
      case Merge.Finish ignored -> "the nodes' partial results, finished in PostgreSQL";
    };
  }

  private Explanation.Execution execute(PlannedStatement planned, StatementRun run) {
    long begun = System.nanoTime();
    long rows = 0;
    try (Execution execution = start.apply(planned, run)) {
      Execution.Batch batch;
      while ((batch = execution.next()) != null) {
        rows += batch.count();
      }
    }
    return new Explanation.Execution(
        rows, Milliseconds.of(System.nanoTime() - begun), run.statistics());
  }

  private List<Explanation.NodePlan> nodePlans(
      NodePlans plans, StatementRun run, List<Integer> targets) {
    return targets.stream()
        .map(
            node ->
                new Explanation.NodePlan(
                    cluster.nodes().get(node).name(),
                    plans.settings(node),
                    plans.lines(node, run.backends().on(node), "(VERBOSE)", Map.of())))
        .toList();
  }
}
