package io.argosy.planner;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.effects.Effects;
import io.argosy.planner.effects.Verdict;
import io.argosy.planner.facts.Bundling;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.facts.UserFunction;
import io.argosy.planner.function.FunctionRule;
import io.argosy.planner.function.OnceRewriter;
import io.argosy.planner.function.UserFunctionRule;
import io.argosy.planner.modify.ModificationPlanner;
import io.argosy.planner.modify.Target;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.proof.Analysis;
import io.argosy.planner.route.FactsRouter;
import io.argosy.planner.search.StagedPlanner;
import io.argosy.planner.write.PushdownWriter;
import io.argosy.sql.parse.ParsedStatement;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlNode;

/**
 * Decides how a statement is answered. Tries the strategies from the cheapest to the last resort.
 */
public final class Planner {
  private static final double ROWS_WORTH_SHARING = 50_000;

  /** In PostgreSQL's unit of cost; a fragment on every node costs some milliseconds more. */
  private static final double COST_WORTH_SHARING = 2_000;

  /**
   * Plans a statement.
   *
   * @param parsed the statement as a tree, empty if it could not be read
   * @param facts what PostgreSQL says about it
   * @param estimator what PostgreSQL expects of its parts
   */
  public Plan plan(Optional<ParsedStatement> parsed, StatementFacts facts, Estimator estimator) {
    try {
      return planned(parsed.map(statement -> statement.among(facts.names())), facts, estimator);
    } catch (StackOverflowError e) {
      // Nested more deeply than this can follow: planned as what could not be read.
      return planned(Optional.empty(), facts, estimator);
    }
  }

  private static Plan planned(
      Optional<ParsedStatement> parsed, StatementFacts facts, Estimator estimator) {
    Optional<Plan.Refused> refusal = UserFunctionRule.refusal(facts.functions(), atHome(facts));
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (Effects.verdict(facts.effects(), facts.meetsPlaced()) instanceof Verdict.Refused refused) {
      return FactsRouter.refused(refused);
    }
    Optional<Target> target = Target.of(facts);
    if (target.isPresent()) {
      return modification(target.get(), parsed, facts, estimator);
    }
    Optional<Plan> route = FactsRouter.route(facts);
    return route.isPresent()
        ? shared(route.get(), parsed, facts, estimator)
        : distributed(parsed, facts, estimator);
  }

  /** Whether the home node has all that is read, and what is changed nobody else. */
  private static boolean atHome(StatementFacts facts) {
    return Target.of(facts).isPresent()
        ? !facts.meetsPlaced()
        : FactsRouter.partitioned(facts).isEmpty();
  }

  private static Plan modification(
      Target target, Optional<ParsedStatement> parsed, StatementFacts facts, Estimator estimator) {
    ModificationPlanner planner = new ModificationPlanner(facts, aggregates(facts), estimator);
    Plan plan = planner.plan(target, parsed);
    return plan instanceof Plan.Gather gather && !target.insertsIntoTable()
        ? FactsRouter.overCopies(facts, gather.reason())
        : plan;
  }

  /** A query that any node can answer is divided among all of them where that is worth it. */
  private static Plan shared(
      Plan route, Optional<ParsedStatement> parsed, StatementFacts facts, Estimator estimator) {
    boolean anyNode = route instanceof Plan.Route r && r.target() instanceof Plan.Target.AnyNode;
    double rows = facts.relations().stream().mapToDouble(Relation::rows).sum();
    boolean large =
        anyNode
            && parsed.isPresent()
            && facts.certified()
            && facts.nodes() > 1
            && rows > ROWS_WORTH_SHARING
            && isWorthSharing(parsed.get(), estimator);
    if (!large) {
      return route;
    }
    try {
      return stages(parsed.get(), facts, estimator).shared().orElse(route);
    } catch (UnprovenException e) {
      return route;
    }
  }

  /** Asks in the words that the search asks in, which then need no answer again. */
  private static boolean isWorthSharing(ParsedStatement statement, Estimator estimator) {
    return estimator.of(statement.unparsed()).cost() > COST_WORTH_SHARING;
  }

  private static Plan distributed(
      Optional<ParsedStatement> parsed, StatementFacts facts, Estimator estimator) {
    if (parsed.isEmpty()) {
      return FactsRouter.unchanged(facts, "the statement has a form that is not understood");
    }
    if (!facts.certified()) {
      return FactsRouter.unchanged(
          facts, "the statement was not understood as PostgreSQL understands it");
    }
    if (facts.temporary().isPresent()) {
      return FactsRouter.unchanged(
          facts, facts.temporary().get() + " is temporary, and on the home node only");
    }
    Optional<Relation> view = temporaryView(facts);
    if (view.isPresent()) {
      return staged(
          parsed.get(),
          facts,
          estimator,
          "view " + view.get().name() + " is on the home node only");
    }
    try {
      Plan proven = proven(parsed.get(), facts);
      boolean bundled = facts.bundling().binds(Bundling.Operation.SCAN, Bundling.Operation.JOIN);
      if (!(proven instanceof Plan.Pushdown pushdown)) {
        return proven;
      }
      return bundled
          ? divided(pushdown, parsed.get(), facts, estimator)
          : unbundled(pushdown, parsed.get(), facts, estimator);
    } catch (UnprovenException e) {
      return staged(parsed.get(), facts, estimator, e.getMessage());
    }
  }

  /** The other nodes do not know it, so that its definition must stand in its place. */
  private static Optional<Relation> temporaryView(StatementFacts facts) {
    return facts.relations().stream()
        .filter(relation -> relation.placement() instanceof Placement.OfDefinition)
        .filter(Relation::isTemporary)
        .findFirst();
  }

  /**
   * What every node would read all of, each reads a part of for all, and what one node would finish
   * all do, where that is worth it.
   */
  private static Plan divided(
      Plan.Pushdown pushdown,
      ParsedStatement statement,
      StatementFacts facts,
      Estimator estimator) {
    boolean large =
        pushdown.pruning() instanceof Pruning.AllNodes
            // Rows as they are: an INSERT lets the nodes that have them keep them.
            && !(pushdown.merge() instanceof Merge.Concatenate)
            && facts.nodes() > 1
            && (pushdown.merge() instanceof Merge.Finish
                || facts.relations().stream().anyMatch(Planner::isLargeAndReplicated))
            && isWorthSharing(statement, estimator);
    if (!large) {
      return pushdown;
    }
    try {
      return stages(statement, facts, estimator)
          .divided()
          .map(divided -> local(divided, pushdown))
          .orElse(pushdown);
    } catch (UnprovenException e) {
      return pushdown;
    }
  }

  /** A plan for which nothing is moved or divided is a pushdown of another fragment. */
  private static Plan local(Plan divided, Plan.Pushdown pushdown) {
    if (!(divided instanceof Plan.Staged staged)
        || !staged.stages().isEmpty()
        || !staged.shares().isEmpty()
        || !(staged.last() instanceof Plan.Last.Merged last)) {
      return divided;
    }
    return new Plan.Pushdown(
        last.fragment(),
        pushdown.pruning(),
        staged.once(),
        last.merge(),
        pushdown.keys(),
        pushdown.colocation(),
        pushdown.reason());
  }

  private static boolean isLargeAndReplicated(Relation relation) {
    return relation.placement() instanceof Placement.Replicated
        && relation.rows() > ROWS_WORTH_SHARING;
  }

  private static Plan unbundled(
      Plan proven, ParsedStatement statement, StatementFacts facts, Estimator estimator) {
    Plan plan = staged(statement, facts, estimator, "argosy.bundling is none");
    return plan instanceof Plan.Staged ? plan : proven;
  }

  private static Plan staged(
      ParsedStatement statement, StatementFacts facts, Estimator estimator, String reason) {
    try {
      return stages(statement, facts, estimator).plan(reason);
    } catch (UnprovenException e) {
      return FactsRouter.unchanged(
          facts, reason.equals(e.getMessage()) ? reason : reason + "; " + e.getMessage());
    }
  }

  /**
   * @throws UnprovenException if the statement has a form that stages cannot have
   */
  private static StagedPlanner stages(
      ParsedStatement statement, StatementFacts facts, Estimator estimator) {
    StagedPlanner planner = new StagedPlanner(statement, facts, aggregates(facts), estimator);
    if (new FunctionRule(facts).countRandom(planner.tree()) > 0) {
      throw new UnprovenException("a volatile function is not moved");
    }
    return planner;
  }

  private static Plan proven(ParsedStatement statement, StatementFacts facts) {
    Aggregates aggregates = aggregates(facts);
    Binding original = Binder.bind(statement.tree(), facts.relations(), aggregates);
    Optional<Pruning.Keys> key = new Analysis(statement, original, facts.parameterTypes()).pinned();
    OnceRewriter once = new OnceRewriter(statement, facts.parameterTypes().size());
    ParsedStatement rewritten = statement.with(once.rewrite());
    if (key.isPresent() && !FactsRouter.needsHomeNode(facts)) {
      return new Plan.Route(
          new Plan.Target.KeyOwner(key.get(), timed(rewritten, once.once(), key.get())), "");
    }
    Binding binding = Binder.bind(rewritten.tree(), facts.relations(), aggregates);
    Analysis analysis = new Analysis(rewritten, binding, facts.parameterTypes());
    checkFunctions(rewritten, binding, facts);
    return new PushdownWriter(
            rewritten, binding, analysis, aggregates, facts.columns(), once.once(), () -> true)
        .write();
  }

  /** A statement that one node answers, with the time as parameters, if it asks for that. */
  private static Optional<Plan.Pushdown> timed(
      ParsedStatement rewritten, List<Plan.Once> once, Pruning.Keys key) {
    return once.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Plan.Pushdown(
                rewritten.template(),
                key,
                once,
                new Merge.Concatenate(),
                Set.of(),
                key.colocation(),
                ""));
  }

  private static Aggregates aggregates(StatementFacts facts) {
    return new Aggregates(
        facts.functions().stream()
            .filter(UserFunction::aggregate)
            .map(UserFunction::name)
            .collect(Collectors.toSet()));
  }

  /** A function with a new value at each call may only stand where each row is made once. */
  private static void checkFunctions(
      ParsedStatement statement, Binding binding, StatementFacts facts) {
    FunctionRule functions = new FunctionRule(facts);
    int random = functions.countRandom(statement.tree());
    for (SqlNode view : binding.viewTrees()) {
      random += 2 * functions.countRandom(view);
    }
    if (random == 0) {
      return;
    }
    int inOutput = 0;
    if (binding.query() instanceof Query.Select select
        && !select.aggregated()
        && !select.distinct()
        && select.distinctOn().isEmpty()
        && select.nested().isEmpty()) {
      for (Query.Output output : select.outputs()) {
        inOutput += output.expression().map(functions::countRandom).orElse(0);
      }
    }
    if (inOutput != random) {
      throw new UnprovenException("a volatile function outside the select list");
    }
  }
}
