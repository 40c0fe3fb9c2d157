package io.argosy.planner.modify;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Effect;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.facts.UserFunction;
import io.argosy.planner.facts.Volatility;
import io.argosy.planner.function.FunctionRule;
import io.argosy.planner.function.OnceRewriter;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.planner.proof.Analysis;
import io.argosy.planner.proof.Block;
import io.argosy.planner.proof.OrderDependence;
import io.argosy.planner.route.FactsRouter;
import io.argosy.planner.search.StagedPlanner;
import io.argosy.sql.parse.Modification;
import io.argosy.sql.parse.ParsedStatement;
import java.util.List;
import java.util.Optional;

/**
 * Plans a statement that modifies tables: each node runs it for its own rows where that is proven,
 * the home node alone where that has all that is read. Otherwise rows are moved, those that are
 * read besides to the target's, or both to the home node.
 */
public final class ModificationPlanner {
  private final StatementFacts facts;
  private final Aggregates aggregates;
  private final Estimator estimator;

  public ModificationPlanner(StatementFacts facts, Aggregates aggregates, Estimator estimator) {
    this.facts = facts;
    this.aggregates = aggregates;
    this.estimator = estimator;
  }

  /** Plans the statement. Rows are never changed on a guess. */
  public Plan plan(Target target, Optional<ParsedStatement> parsed) {
    boolean distributed = facts.relations().stream().anyMatch(ModificationPlanner::isDistributed);
    if (target.verb().equals("with")) {
      return distributed ? once("it modifies in WITH, or behind it") : home();
    }
    if (facts.temporary().isPresent() && distributed) {
      return target.verb().equals("insert") ? insert() : once(facts.temporary().get() + " is used");
    }
    if (target.relation().isEmpty()) {
      return FactsRouter.partitioned(facts).isEmpty()
          ? home()
          : once("a table on the home node is modified");
    }
    Relation relation = target.relation().get();
    return switch (relation.placement()) {
      case Placement.SingleNode single -> onHomeNode(target);
      case Placement.SystemCatalog catalog -> onHomeNode(target);
      case Placement.OfDefinition view ->
          distributed ? once("view " + relation.name() + " is modified") : home();
      case Placement.Hash hash -> distributed(target, parsed, Optional.of(hash));
      case Placement.Replicated replicated -> distributed(target, parsed, Optional.empty());
    };
  }

  private static boolean isDistributed(Relation relation) {
    return relation.placement() instanceof Placement.Hash
        || relation.placement() instanceof Placement.Replicated;
  }

  private Plan onHomeNode(Target target) {
    if (FactsRouter.partitioned(facts).isEmpty()) {
      return home();
    }
    return target.verb().equals("insert") ? insert() : once("a table on the home node is modified");
  }

  private static Plan home() {
    return new Plan.Route(new Plan.Target.HomeNode(), "");
  }

  private Plan insert() {
    return once("insert");
  }

  private Plan once(String reason) {
    return new Plan.Gather(FactsRouter.partitioned(facts), reason);
  }

  private Plan distributed(
      Target target, Optional<ParsedStatement> parsed, Optional<Placement.Hash> hash) {
    return switch (target.verb()) {
      case "insert" -> insert();
      case "merge" -> once("MERGE is computed once");
      default -> change(target.relation().orElseThrow(), parsed, hash);
    };
  }

  private Plan change(
      Relation target, Optional<ParsedStatement> parsed, Optional<Placement.Hash> hash) {
    if (parsed.isEmpty() || parsed.get().modification().isEmpty() || !facts.certified()) {
      return once("the modification of " + target.name() + " has a form that is not understood");
    }
    boolean assignsKey =
        hash.isPresent()
            && parsed.get().modification().get().assigned().stream()
                .anyMatch(columns -> columns.contains(hash.get().column()));
    if (assignsKey) {
      return once("the distribution column " + hash.get().column() + " is assigned");
    }
    try {
      return proven(parsed.get(), hash.isPresent());
    } catch (UnprovenException e) {
      return hash.isPresent()
          ? staged(parsed.get(), e.getMessage(), Optional.empty())
          : copiesChanged(target, parsed.get(), e.getMessage());
    }
  }

  /** Every copy of a replicated table is changed by the same rows, which are read once. */
  private Plan copiesChanged(Relation target, ParsedStatement parsed, String reason) {
    return new CarriedModification(facts, target, parsed)
        .plan(reason)
        .orElseGet(() -> moved(target, parsed, reason));
  }

  /** The same where each node must change its own copy. */
  private Plan moved(Relation target, ParsedStatement parsed, String reason) {
    return isUpdateFrom(parsed) || readsIndirectly()
        ? once(reason)
        : staged(parsed, reason, Optional.of(target));
  }

  private static boolean isUpdateFrom(ParsedStatement parsed) {
    Modification modification = parsed.modification().orElseThrow();
    return modification.hasOtherTables() && modification.verb() == Modification.Verb.UPDATE;
  }

  /**
   * What the target's rows do not meet on their nodes is moved there.
   *
   * @param copied the target if every node has a copy of it
   */
  private Plan staged(ParsedStatement parsed, String reason, Optional<Relation> copied) {
    StatementFacts read = copied.isPresent() ? facts.replicatedAtHome() : facts;
    try {
      StagedPlanner planner = new StagedPlanner(parsed, read, aggregates, estimator);
      return new FunctionRule(facts).countRandomOfChange(planner.tree()) > 0
          ? once(reason + "; a volatile function is not moved")
          : planner.modification(reason, copied);
    } catch (UnprovenException e) {
      return once(reason.equals(e.getMessage()) ? reason : reason + "; " + e.getMessage());
    }
  }

  private Plan proven(ParsedStatement parsed, boolean partitioned) {
    OnceRewriter once = new OnceRewriter(parsed, facts.parameterTypes().size());
    ParsedStatement rewritten = parsed.with(once.rewrite());
    Binding binding = Binder.bind(rewritten.tree(), facts.relations(), aggregates);
    Query.Select rows = (Query.Select) binding.query();
    int random = new FunctionRule(facts).countRandomOfChange(rewritten.tree());
    if (!binding.viewTrees().isEmpty()) {
      throw new UnprovenException("a modification that reads a view");
    }
    Analysis analysis = new Analysis(rewritten, binding, facts.parameterTypes());
    Pruning pruning = new Pruning.AllNodes();
    if (partitioned) {
      if (random > 0 && !rows.nested().isEmpty()) {
        throw new UnprovenException("a volatile function besides a subquery");
      }
      Block block = analysis.block(rows);
      pruning = analysis.pruning(rows, block);
    } else {
      if (random > 0) {
        throw new UnprovenException("a volatile function gives each node's copy another value");
      }
      if (isUpdateFrom(parsed)) {
        throw new UnprovenException(
            "UPDATE .. FROM of a replicated table could take another row on each node");
      }
      if (OrderDependence.in(rows)) {
        throw new UnprovenException("a subquery could choose other rows on each node");
      }
      analysis.proveSameEverywhere(rows);
      if (facts.nodes() > 1 && (readsTablesBesides(rows) || readsIndirectly())) {
        throw new UnprovenException(
            "what a copy is changed by could itself change between the turns of two nodes");
      }
    }
    List<Plan.Once> values = once.once();
    return new Plan.Modify(rewritten.unparsed(), pruning, values, !partitioned, "");
  }

  /** Whether something else may be read by a function, or a policy, or of the server. */
  private boolean readsIndirectly() {
    return FactsRouter.needsHomeNode(facts)
        || facts.functions().stream().anyMatch(ModificationPlanner::mayRead)
        || facts.effects().stream()
            .anyMatch(
                effect ->
                    effect instanceof Effect.PolicyEffect policy
                        && policy.changed()
                        && (policy.callsReaders() || !policy.reads().isEmpty()));
  }

  private static boolean mayRead(UserFunction function) {
    boolean readsNothingPlaced = function.declaredSafe() && function.staysHome();
    return !function.aggregate()
        && function.volatility() != Volatility.IMMUTABLE
        && !readsNothingPlaced;
  }

  /** Whether rows are read that the statement does not lock, as it does those of its target. */
  private static boolean readsTablesBesides(Query rows) {
    return rows.allSources().stream()
            .filter(source -> source.origin() instanceof Source.Table)
            .count()
        > 1;
  }
}
