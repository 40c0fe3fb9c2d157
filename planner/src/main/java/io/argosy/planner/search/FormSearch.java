package io.argosy.planner.search;

import io.argosy.planner.catalog.SearchSummary;
import io.argosy.planner.catalog.StatementFacts.ResultColumn;
import io.argosy.planner.plan.UnprovenException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.apache.calcite.sql.SqlNode;

/**
 * Compares the plans of a query in all of its forms. Forms wait in a list until their turn comes.
 * Of a form that is better than all before, the other forms are tried in turn. No query is searched
 * twice.
 */
final class FormSearch {
  static final String AS_WRITTEN = "as it is written";

  /**
   * A query that waits for its turn.
   *
   * @param planner of queries over its tables
   * @param used the forms that have made it, none of which is tried again
   * @param shared the rows that have become its temporary tables, in their order
   */
  private record Candidate(
      QueryPlanner planner, BoundQuery query, List<Form> used, List<SharedStage> shared) {
    String name() {
      return used.isEmpty()
          ? AS_WRITTEN
          : used.stream().map(Form::name).collect(Collectors.joining(", "));
    }

    /** The text that tells it from others. */
    String digest() {
      String text = planner.context().statement().template(query.tree()).toString();
      // The shared rows have the same name however they lie.
      return shared.stream().map(stage -> stage.relation().placement()).toList() + text;
    }

    Candidate in(Form form, QueryPlanner other, BoundQuery query, List<SharedStage> shared) {
      List<Form> all = new ArrayList<>(used);
      all.add(form);
      return new Candidate(other, query, all, shared);
    }

    List<SharedStage> and(SharedStage stage) {
      List<SharedStage> all = new ArrayList<>(shared);
      all.add(stage);
      return all;
    }
  }

  private final List<ResultColumn> columns;
  private final QueryPlanner planner;
  private final Context context;
  private final List<Form> forms;
  private final Deque<Candidate> waiting = new ArrayDeque<>();
  private final Set<String> known = new HashSet<>();
  private final List<UnprovenException> failures = new ArrayList<>();
  private Optional<Answer> best = Optional.empty();

  /**
   * @param columns of the query's result
   * @param forms that are tried
   */
  FormSearch(QueryPlanner planner, List<ResultColumn> columns, List<Form> forms) {
    this.planner = planner;
    this.context = planner.context();
    this.columns = columns;
    this.forms = forms;
  }

  /** Compares the plans of a query and of its forms with what there is. */
  void compare(BoundQuery query) {
    wait(new Candidate(planner, query, List.of(), List.of()));
    while (!waiting.isEmpty() && goesOn()) {
      Candidate candidate = waiting.remove();
      if (search(candidate) || candidate.used().isEmpty()) {
        forms.stream()
            .filter(form -> !candidate.used().contains(form))
            .forEach(form -> rewrite(candidate, form));
      }
    }
  }

  /** Compares plans in which nothing but results of local queries moves, for each form. */
  void compareLocal(BoundQuery query) {
    for (Form form : forms) {
      for (Rewrite rewrite : rewrites(form, query, context)) {
        if (rewrite instanceof Rewrite.Other other) {
          understood(form.name(), context, other.tree())
              .ifPresent(rewritten -> compareLocal(form, rewritten));
        }
      }
    }
  }

  private void compareLocal(Form form, BoundQuery rewritten) {
    try {
      Search search = planner.searchOfLocalQueries(rewritten, columns);
      compare(form.name(), search, search::bestOfResults, List.of());
    } catch (UnprovenException e) {
      fails(form.name(), e);
    }
  }

  /**
   * Compares what a search finds with what there is.
   *
   * @return whether it is better
   */
  boolean compare(String name, Search search, Supplier<Answer> found, List<SharedStage> shared) {
    try {
      Answer answer = found.get();
      for (SharedStage stage : shared.reversed()) {
        answer = answer.after(stage);
      }
      for (SearchSummary.Alternative alternative : search.considered()) {
        SearchSummary.Alternative whole = alternative;
        for (SharedStage stage : shared.reversed()) {
          whole = stage.and(whole);
        }
        context.trace().considers(whole);
      }
      if (best.isPresent() && Answer.Order.RESULT.compare(answer, best.get()) >= 0) {
        return false;
      }
      best = Optional.of(answer);
      return true;
    } catch (UnprovenException e) {
      fails(name, e);
      return false;
    }
  }

  /** Whether no plan has been found so far. */
  boolean isEmpty() {
    return best.isEmpty();
  }

  /** Why the query as it is written has no plan, where it has none. */
  UnprovenException failure() {
    return failures.getFirst();
  }

  /**
   * The best plan.
   *
   * @throws UnprovenException if there is none
   */
  Answer best() {
    return best.orElseThrow(this::failure);
  }

  /** Whether to look for something better than what there is. */
  private boolean goesOn() {
    return best.isEmpty() || context.estimates().timeUsed() < 1;
  }

  private void wait(Candidate candidate) {
    if (known.add(candidate.digest())) {
      waiting.add(candidate);
    }
  }

  /** Whether a plan of it is better than all before. */
  private boolean search(Candidate candidate) {
    Search search;
    try {
      search = candidate.planner().search(candidate.query(), columns);
    } catch (UnprovenException e) {
      fails(candidate.name(), e);
      return false;
    }
    return compare(candidate.name(), search, search::best, candidate.shared());
  }

  private void rewrite(Candidate candidate, Form form) {
    for (Rewrite rewrite : rewrites(form, candidate.query(), candidate.planner().context())) {
      switch (rewrite) {
        case Rewrite.None none -> {
          if (candidate.used().isEmpty()) {
            context.trace().refuses(form.name(), none.reason());
          }
        }
        case Rewrite.Other other ->
            understood(form.name(), candidate.planner().context(), other.tree())
                .ifPresent(
                    query ->
                        wait(candidate.in(form, candidate.planner(), query, candidate.shared())));
        case Rewrite.OverRows over -> over(candidate, form, over);
      }
    }
  }

  private static List<Rewrite> rewrites(Form form, BoundQuery query, Context context) {
    try {
      return form.rewrite(query, context);
    } catch (UnprovenException e) {
      return List.of(new Rewrite.None(String.valueOf(e.getMessage())));
    }
  }

  /** The query over a table with some rows, for each way in which these can lie. */
  private void over(Candidate candidate, Form form, Rewrite.OverRows over) {
    // All are called the same, so that PostgreSQL need not be asked again what reading them costs.
    String table = context.moves().stage();
    for (Choice choice : over.choices()) {
      if (!goesOn()) {
        return;
      }
      try {
        SubqueryMoves.Moved moved = candidate.planner().share(over.rows(), choice, table);
        SharedStage stage = SharedStage.of(moved, over.definition(), over.parts());
        QueryPlanner rest = candidate.planner().over(stage);
        BoundQuery query = rest.context().bound(over.over().apply(moved));
        wait(candidate.in(form, rest, query, candidate.and(stage)));
      } catch (UnprovenException e) {
        fails(form.name(), e);
      }
    }
  }

  /** A form of the query that it can do without. */
  private Optional<BoundQuery> understood(String name, Context over, SqlNode tree) {
    try {
      return Optional.of(over.bound(tree));
    } catch (UnprovenException e) {
      context.trace().refuses(name, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private void fails(String name, UnprovenException failure) {
    failures.add(failure);
    context.trace().refuses(name, String.valueOf(failure.getMessage()));
  }
}
