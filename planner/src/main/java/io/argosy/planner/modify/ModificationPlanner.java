package io.argosy.planner.modify;

import io.argosy.planner.UnprovenException;
import io.argosy.planner.analyse.Analysis;
import io.argosy.planner.analyse.Block;
import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.catalog.Placement;
import io.argosy.planner.catalog.Relation;
import io.argosy.planner.catalog.StatementFacts;
import io.argosy.planner.function.FunctionRule;
import io.argosy.planner.function.OnceRewriter;
import io.argosy.planner.parse.Modification;
import io.argosy.planner.parse.ParsedStatement;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Pruning;
import io.argosy.planner.route.FactsRouter;
import java.util.List;
import java.util.Optional;

/** Plans a statement that modifies a table. */
public final class ModificationPlanner {
  private static final String NOT_SUPPORTED = "0A000";
  private static final String SPLIT_HINT =
      "Put the rows that are needed into a replicated or colocated table first.";

  private final StatementFacts facts;
  private final Aggregates aggregates;

  public ModificationPlanner(StatementFacts facts, Aggregates aggregates) {
    this.facts = facts;
    this.aggregates = aggregates;
  }

  /** Plans the statement. What cannot be proven is refused: rows are never changed on a guess. */
  public Plan plan(Target target, Optional<ParsedStatement> parsed) {
    boolean distributed = facts.relations().stream().anyMatch(ModificationPlanner::isDistributed);
    if (target.verb().equals("with")) {
      return distributed
          ? refused("WITH and a modification of a distributed table in one statement", SPLIT_HINT)
          : home();
    }
    if (target.relation().isEmpty()) {
      return FactsRouter.partitioned(facts).isEmpty() ? home() : refusedSource();
    }
    Relation relation = target.relation().get();
    return switch (relation.placement()) {
      case Placement.SingleNode single -> onHomeNode(target);
      case Placement.SystemCatalog catalog -> onHomeNode(target);
      case Placement.OfDefinition view ->
          distributed
              ? refused(
                  "modifying view " + relation.name() + " over distributed tables is not supported",
                  "Modify the table below the view.")
              : home();
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
    return target.verb().equals("insert") ? insert() : refusedSource();
  }

  private static Plan home() {
    return new Plan.Route(new Plan.Target.HomeNode(), "");
  }

  private Plan insert() {
    return new Plan.Gather(FactsRouter.partitioned(facts), "insert");
  }

  private static Plan refused(String reason, String hint) {
    return new Plan.Refused(NOT_SUPPORTED, reason, hint);
  }

  private static Plan refusedSource() {
    return refused(
        "a table on the home node cannot be modified from partitioned tables", SPLIT_HINT);
  }

  private Plan distributed(
      Target target, Optional<ParsedStatement> parsed, Optional<Placement.Hash> hash) {
    return switch (target.verb()) {
      case "insert" -> insert();
      case "merge" -> refused("MERGE into a distributed table is not supported", SPLIT_HINT);
      default -> change(target.relation().orElseThrow(), parsed, hash);
    };
  }

  private Plan change(
      Relation target, Optional<ParsedStatement> parsed, Optional<Placement.Hash> hash) {
    if (parsed.isEmpty() || parsed.get().modification().isEmpty() || !facts.certified()) {
      return refused(
          "the modification of distributed table "
              + target.name()
              + " has a form that is not"
              + " understood",
          "Write it as UPDATE .. SET .. FROM .. WHERE or DELETE .. USING .. WHERE.");
    }
    boolean assignsKey =
        hash.isPresent()
            && parsed.get().modification().get().assigned().stream()
                .anyMatch(columns -> columns.contains(hash.get().column()));
    if (assignsKey) {
      return refused(
          "the distribution column " + hash.get().column() + " cannot be updated",
          "Delete the row and insert it with its new key.");
    }
    try {
      return proven(parsed.get(), hash.isPresent());
    } catch (UnprovenException e) {
      return refused(e.getMessage(), SPLIT_HINT);
    }
  }

  private Plan proven(ParsedStatement parsed, boolean partitioned) {
    OnceRewriter once = new OnceRewriter(parsed, facts.parameterTypes().size());
    ParsedStatement rewritten = parsed.with(once.rewrite());
    Binding binding = Binder.bind(rewritten.tree(), facts.relations(), aggregates);
    Query.Select rows = (Query.Select) binding.query();
    int random = new FunctionRule(facts).countRandom(rewritten.tree());
    if (!binding.viewTrees().isEmpty()) {
      throw new UnprovenException("a modification of a distributed table that reads a view");
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
      boolean joined = parsed.modification().get().hasOtherTables();
      if (joined && parsed.modification().get().verb() == Modification.Verb.UPDATE) {
        throw new UnprovenException(
            "UPDATE .. FROM of a replicated table could take another row on each node");
      }
      analysis.proveSameEverywhere(rows);
    }
    List<Plan.Once> values = once.once();
    return new Plan.Modify(rewritten.unparsed(), pruning, values, !partitioned, "");
  }
}
