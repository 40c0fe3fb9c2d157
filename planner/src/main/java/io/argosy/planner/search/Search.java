package io.argosy.planner.search;

import io.argosy.planner.bind.Binding;
import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.StatementFacts.ResultColumn;
import io.argosy.planner.movement.Answer;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Choice;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.Sizes;
import io.argosy.planner.movement.SubqueryMoves;
import io.argosy.planner.movement.rows.Reductions;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.movement.rows.SiteFinder;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.SearchSummary;
import io.argosy.planner.plan.UnprovenException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.calcite.sql.SqlNode;

/**
 * Looks for the cheapest assignment that makes one query local: from every start, single choices
 * are changed as long as that makes it cheaper.
 */
final class Search {
  private static final int MOST_ATTEMPTS = 800;

  private final Context context;
  private final Optional<ModifiedTable> target;
  private final Answer.Order order;
  private final Reductions reductions;
  private final Sizes sizes;
  private final List<Site> sites;
  private final Map<String, Double> considered = new LinkedHashMap<>();
  private final Attempts attempts;

  /**
   * @param trace is told what is done
   * @param columns of its result
   * @param target the table that is modified; empty for a query
   * @param order of answers, the better one first
   * @throws UnprovenException if it has a form that cannot be moved
   */
  Search(
      Context context,
      SearchTrace trace,
      SubqueryMoves subqueries,
      BoundQuery query,
      List<ResultColumn> columns,
      Optional<ModifiedTable> target,
      Answer.Order order) {
    this.target = target;
    this.order = order;
    this.context = context;
    Binding binding = query.binding();
    if (binding.hasWholeRows()) {
      throw new UnprovenException("an expression refers to a row as a whole");
    }
    this.reductions = new Reductions(binding, query.tree());
    this.sizes = new Sizes(context, query.tree(), reductions);
    this.sites = new SiteFinder(binding, context.originals()).find();
    this.attempts =
        new Attempts(
            new Searched(
                context,
                trace,
                subqueries,
                query.tree(),
                reductions,
                sizes,
                columns,
                target,
                sites));
  }

  /** What was compared, cheapest first. */
  List<SearchSummary.Alternative> considered() {
    return considered.entrySet().stream()
        .sorted(Map.Entry.comparingByValue())
        .limit(SearchTrace.MOST_CONSIDERED)
        .map(entry -> new SearchSummary.Alternative(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** The answer for which nothing is moved, shared or rewritten, if that is possible. */
  Optional<Answer> asItStands() {
    return attempts.attempt(
        new IdentityHashMap<>(), new Colocation.Slots(), false, Attempts.NO_LIMIT);
  }

  /**
   * @throws UnprovenException if no assignment is accepted
   */
  Answer best() {
    Starts starts = new Starts(sites, sizes, context);
    List<Answer> answers = new ArrayList<>();
    if (order == Answer.Order.WITHIN) {
      localWithin().ifPresent(answers::add);
    }
    for (Starts.Start start :
        starts.all(KeyClasses.of(reductions.binding(), context.originals()))) {
      if (answers.isEmpty() || hasTime()) {
        climb(starts, start).ifPresent(answers::add);
      }
    }
    return answers.stream().min(order).orElseThrow(attempts::failure);
  }

  /**
   * The answer of a query within another that is local as it stands. PostgreSQL knows what it costs
   * to join and group the rows where they are, just as it knows what it costs to find those that
   * would move instead: estimates for one may not be compared with our own for the other.
   */
  private Optional<Answer> localWithin() {
    return asItStands()
        .filter(answer -> answer.last() instanceof Plan.Last.Merged)
        .map(answer -> answer.costingAtMost(context.costs().work(sizes.work())));
  }

  /**
   * The cheapest answer for which nodes read large replicated tables by ranges for each other, or
   * look rows of them up, everything else being answered where it is.
   *
   * @throws UnprovenException if the query is not local as it stands
   */
  Answer bestAsItStands() {
    Starts starts = new Starts(sites, sizes, context);
    Answer asItStands =
        attempt(new IdentityHashMap<>(), new Colocation.Slots()).orElseThrow(attempts::failure);
    return starts.asItStands(KeyClasses.of(reductions.binding(), context.originals())).stream()
        .map(start -> readForOthers(starts, start, asItStands))
        .min(order)
        .orElseThrow();
  }

  /**
   * The cheapest answer for which only results of queries within are moved.
   *
   * @throws UnprovenException if there is none
   */
  Answer bestOfResults() {
    Starts starts = new Starts(sites, sizes, context);
    List<Answer> answers = new ArrayList<>();
    for (Starts.Start start :
        starts.all(KeyClasses.of(reductions.binding(), context.originals()))) {
      for (Site site : sites) {
        for (Choice choice : starts.alternatives(site, start)) {
          boolean looks = answers.isEmpty() || hasTime();
          if (looks && site instanceof Site.Nested && choice.moves()) {
            Map<SqlNode, Choice> choices = new IdentityHashMap<>(Map.of(site.key(), choice));
            attempt(choices, start.group()).ifPresent(answers::add);
          }
        }
      }
    }
    answers.forEach(answer -> considered.merge(answer.description(), answer.cost(), Math::min));
    return answers.stream().min(order).orElseThrow(attempts::failure);
  }

  /** One table after the other, each as it is cheapest. */
  private Answer readForOthers(Starts starts, Starts.Start start, Answer asItStands) {
    Map<SqlNode, Choice> choices = new IdentityHashMap<>();
    Answer best = asItStands;
    for (Site site : Attempts.active(sites, choices)) {
      if (!(site instanceof Site.Table table)
          || !(table.relation().placement() instanceof Placement.Replicated)) {
        continue;
      }
      Choice kept = new Choice.Stay();
      for (Choice choice : starts.readForOthers(table, start)) {
        if (!hasTime()) {
          break;
        }
        choices.put(table.key(), choice);
        Optional<Answer> other = attempt(choices, start.group(), Optional.of(best));
        if (other.isPresent() && order.compare(other.get(), best) < 0) {
          best = other.get();
          kept = choice;
        }
      }
      choices.put(table.key(), kept);
    }
    considered.merge(best.description(), best.cost(), Math::min);
    return best;
  }

  private Optional<Answer> climb(Starts starts, Starts.Start start) {
    Map<SqlNode, Choice> choices = new IdentityHashMap<>(start.choices());
    target.ifPresent(table -> choices.remove(table.entry()));
    Optional<Answer> best = attempt(choices, start.group());
    boolean better = true;
    while (better && goesOn(best)) {
      better = false;
      for (Site site : Attempts.active(sites, choices)) {
        if (target.filter(table -> table.entry() == site.key()).isPresent()) {
          continue;
        }
        Choice before = Choice.of(site, choices);
        Choice kept = before;
        for (Choice choice : starts.alternatives(site, start)) {
          if (choice.equals(before) || !goesOn(best)) {
            continue;
          }
          choices.put(site.key(), choice);
          Optional<Answer> other = attempt(choices, start.group(), best);
          if (other.isPresent() && (best.isEmpty() || order.compare(other.get(), best.get()) < 0)) {
            best = other;
            kept = choice;
            better = true;
          }
        }
        choices.put(site.key(), kept);
      }
    }
    best.ifPresent(answer -> considered.merge(answer.description(), answer.cost(), Math::min));
    return best;
  }

  /** Whether to look for something better than what there is. */
  private boolean goesOn(Optional<Answer> best) {
    return attempts.count() < MOST_ATTEMPTS && (best.isEmpty() || hasTime());
  }

  private boolean hasTime() {
    return context.estimates().timeUsed() < 1;
  }

  private Optional<Answer> attempt(Map<SqlNode, Choice> choices, Colocation group) {
    return attempts.attempt(choices, group, target.isEmpty(), Attempts.NO_LIMIT);
  }

  /** Tries what is wanted only if it is better than an answer. */
  private Optional<Answer> attempt(
      Map<SqlNode, Choice> choices, Colocation group, Optional<Answer> best) {
    double limit = best.map(order::limit).orElse(Attempts.NO_LIMIT);
    return attempts.attempt(choices, group, target.isEmpty(), limit);
  }
}
