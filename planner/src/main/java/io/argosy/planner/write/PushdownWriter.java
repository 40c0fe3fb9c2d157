package io.argosy.planner.write;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.StatementFacts.ResultColumn;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.proof.Analysis;
import io.argosy.planner.proof.Block;
import io.argosy.planner.proof.Distribution;
import io.argosy.planner.proof.QueryDistribution;
import io.argosy.sql.parse.ParsedStatement;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Chooses how an outermost query whose rows are partitioned is finished. */
public final class PushdownWriter {
  private final ParsedStatement statement;
  private final Binding binding;
  private final Analysis analysis;
  private final Aggregates aggregates;
  private final List<ResultColumn> columns;
  private final List<Plan.Once> once;
  private final BooleanSupplier repeats;

  /**
   * @param repeats whether rows of the query that are equal in all that it groups by and
   *     distinguishes may be many
   */
  public PushdownWriter(
      ParsedStatement statement,
      Binding binding,
      Analysis analysis,
      Aggregates aggregates,
      List<ResultColumn> columns,
      List<Plan.Once> once,
      BooleanSupplier repeats) {
    this.repeats = repeats;
    this.statement = statement;
    this.binding = binding;
    this.analysis = analysis;
    this.aggregates = aggregates;
    this.columns = columns;
    this.once = once;
  }

  /**
   * @throws UnprovenException if the query cannot be pushed down as a whole
   */
  public Plan.Pushdown write() {
    return switch (binding.query()) {
      case Query.Select select -> select(select);
      case Query.SetOperation operation -> setOperation(operation);
      case Query.Values values ->
          throw new UnprovenException("no partitioned table drives the statement");
    };
  }

  private Plan.Pushdown select(Query.Select select) {
    Block block = analysis.block(select);
    Pruning pruning = analysis.pruning(select, block);
    CanonicalText canonical = new CanonicalText(statement, binding);
    Tail tail = Tail.of(statement.tree());
    boolean local = !select.aggregated() || analysis.groupsByKey(select, block);
    boolean windowsOverGroups = select.aggregated() && !analysis.hasLocalWindows(select, block);
    if (!local || windowsOverGroups) {
      PartialAggregation aggregation =
          new PartialAggregation(statement, binding, canonical, aggregates, columns, tail, repeats);
      return plan(aggregation.write(select), pruning, Set.of(), new Colocation.Slots());
    }
    analysis.proveWindows(select, block);
    if (!select.distinctOn().isEmpty() && !analysis.containsKey(select.distinctOn(), block)) {
      throw new UnprovenException("DISTINCT ON without the distribution column");
    }
    boolean distinctAtEnd = select.distinct() && !analysis.outputsKey(select, block);
    Tail sorted =
        tail.order().isEmpty() ? tail.orderedBy(new OrderWithin(canonical).of(select)) : tail;
    Rows rows = new Rows(statement, canonical, columns, sorted);
    Colocation group = ((Distribution.Partitioned) block.distribution()).colocation();
    Rows.Written written = rows.write(select, distinctAtEnd);
    return plan(written, pruning, analysis.keyOutputs(select), group);
  }

  private Plan.Pushdown setOperation(Query.SetOperation operation) {
    QueryDistribution.Partitioned rows = analysis.branches(operation);
    boolean local = operation.appends() || !rows.keys().isEmpty();
    if (!local && !operation.name().equals("UNION")) {
      throw new UnprovenException(operation.name() + " without the distribution column");
    }
    CanonicalText canonical = new CanonicalText(statement, binding);
    Rows writer = new Rows(statement, canonical, columns, Tail.of(statement.tree()));
    return plan(
        writer.write(operation, !local), new Pruning.AllNodes(), rows.keys(), rows.colocation());
  }

  private Plan.Pushdown plan(
      Rows.Written written, Pruning pruning, Set<Integer> keys, Colocation colocation) {
    return new Plan.Pushdown(
        written.fragment(), pruning, once, written.merge(), keys, colocation, "");
  }
}
