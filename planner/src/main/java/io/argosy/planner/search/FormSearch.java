package io.argosy.planner.search;

import io.argosy.planner.bind.Source;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.StatementFacts.ResultColumn;
import io.argosy.planner.forms.Form;
import io.argosy.planner.forms.Rewrite;
import io.argosy.planner.movement.Answer;
import io.argosy.planner.movement.BoundQuery;
import io.argosy.planner.movement.Choice;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.SharedStage;
import io.argosy.planner.movement.SubqueryMoves;
import io.argosy.planner.plan.SearchSummary;
import io.argosy.planner.plan.UnprovenException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
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

  static final String READ_SEVERAL_TIMES =
      "rows that depend on the order in which they are found are read several times";

  /**
   * A query that waits for its turn.
   *
   * @param planner of queries over its tables
   * @param used the forms that have made it, none of which is tried again
   * @param shared the rows that have become its temporary tables, in their order
   * @param open the definitions that it would find several times and must not
   */
  private record Candidate(
      QueryPlanner planner,
      BoundQuery query,
      List<Form> used,
      List<SharedStage> shared,
      Set<SqlNode> open) {
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

    Candidate in(Form form, BoundQuery other) {
      return new Candidate(planner, other, with(used, form), shared, open);
    }

    /** Over the rows of a query that are found once, wherever they are read. */
    Candidate over(
        SqlNode rows, SharedStage stage, Form form, QueryPlanner rest, BoundQuery other) {
      Set<SqlNode> left = Collections.newSetFromMap(new IdentityHashMap<>());
      left.addAll(open);
      if (!reads(other, rows)) {
        left.remove(rows);
      }
      return new Candidate(rest, other, with(used, form), with(shared, stage), left);
    }

    private boolean reads(BoundQuery query, SqlNode definition) {
      return query.binding().query().allSources().stream()
          .anyMatch(
              source ->
                  source.origin() instanceof Source.Derived derived
                      && planner.context().originals().get(derived.node()) == definition);
    }

    private static <T> List<T> with(List<T> list, T last) {
      List<T> all = new ArrayList<>(list);
      all.add(last);
      return all;
    }
  }

  /** By how many columns shared rows are divided, each being a search of its own. */
  private static final int MOST_KEYS = 2;

  private final List<ResultColumn> columns;
  private final QueryPlanner planner;
  private final Context context;
  private final SearchTrace trace;
  private final List<Form> forms;
  private final Set<SqlNode> open;
  private final Deque<Candidate> waiting = new ArrayDeque<>();
  private final Set<String> known = new HashSet<>();
  private final List<UnprovenException> failures = new ArrayList<>();
  private Optional<Answer> best = Optional.empty();

  /**
   * @param columns of the query's result
   * @param forms that are tried
   * @param open the definitions whose rows must be found once
   */
  FormSearch(
      QueryPlanner planner, List<ResultColumn> columns, List<Form> forms, Set<SqlNode> open) {
    this.planner = planner;
    this.context = planner.context();
    this.trace = planner.trace();
    this.columns = columns;
    this.forms = forms;
    this.open = open;
  }

  /** Compares the plans of a query and of its forms with what there is. */
  void compare(BoundQuery query) {
    wait(new Candidate(planner, query, List.of(), List.of(), open));
    while (!waiting.isEmpty() && goesOn()) {
      Candidate candidate = waiting.remove();
      if (!candidate.open().isEmpty()) {
        fails(candidate.name(), new UnprovenException(READ_SEVERAL_TIMES));
        forms.forEach(form -> findOnce(candidate, form));
      } else if (search(candidate) || candidate.used().isEmpty()) {
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
        answer = stage.before(answer);
      }
      for (SearchSummary.Alternative alternative : search.considered()) {
        SearchSummary.Alternative whole = alternative;
        for (SharedStage stage : shared.reversed()) {
          whole = stage.and(whole);
        }
        trace.considers(whole);
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
    double made = candidate.shared().stream().mapToDouble(SharedStage::cost).sum();
    if (best.isPresent() && made >= Answer.Order.RESULT.limit(best.get())) {
      trace.refuses(candidate.name(), "what it reads costs more to make than a whole plan");
      return false;
    }
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
            trace.refuses(form.name(), none.reason());
          }
        }
        case Rewrite.Other other ->
            understood(form.name(), candidate.planner().context(), other.tree())
                .ifPresent(query -> wait(candidate.in(form, query)));
        case Rewrite.OverRows over -> over(candidate, form, over);
      }
    }
  }

  /**
   * The query over the rows of a definition that must be found once. No other form is tried before:
   * it might write one reading otherwise, which would then be taken for something else.
   */
  private void findOnce(Candidate candidate, Form form) {
    for (Rewrite rewrite : rewrites(form, candidate.query(), candidate.planner().context())) {
      if (rewrite instanceof Rewrite.OverRows over
          && candidate.open().contains(over.rows().key())) {
        // Rows that one node has found cannot stay on all.
        over(candidate, form, over.and(new Choice.Broadcast()));
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
    Optional<Set<Integer>> keys = Optional.empty();
    for (Choice choice : over.choices()) {
      if (!goesOn()) {
        return;
      }
      if (choice instanceof Choice.Repartition(int key)
          && keys.filter(worth -> !worth.contains(key)).isPresent()) {
        continue;
      }
      try {
        SubqueryMoves.Moved moved = candidate.planner().share(over.rows(), choice, table);
        SharedStage stage = SharedStage.of(moved, over.definition(), over.parts());
        QueryPlanner rest = candidate.planner().over(stage);
        BoundQuery query = rest.context().bound(over.over().apply(moved));
        if (keys.isEmpty()) {
          keys = Optional.of(keysWorthDividingBy(over.choices(), query, stage.relation()));
        }
        wait(candidate.over(over.rows().key(), stage, form, rest, query));
      } catch (UnprovenException e) {
        fails(form.name(), e);
      }
    }
  }

  /**
   * The columns by which rows are worth dividing: of those by which they could be, the few that
   * concern most of the query that reads them.
   */
  private Set<Integer> keysWorthDividingBy(List<Choice> choices, BoundQuery query, Relation rows) {
    Set<Integer> possible =
        choices.stream()
            .filter(Choice.Repartition.class::isInstance)
            .map(choice -> ((Choice.Repartition) choice).column())
            .collect(Collectors.toSet());
    List<Source> readings =
        query.binding().query().allSources().stream()
            .filter(
                source ->
                    source.origin() instanceof Source.Table table
                        && table.relation().name().equals(rows.name()))
            .toList();
    return KeyClasses.of(query.binding(), context.originals()).stream()
        .flatMap(key -> readings.stream().flatMap(source -> key.columns(source.item()).stream()))
        .filter(possible::contains)
        .distinct()
        .limit(MOST_KEYS)
        .collect(Collectors.toSet());
  }

  /** A form of the query that it can do without. */
  private Optional<BoundQuery> understood(String name, Context over, SqlNode tree) {
    try {
      return Optional.of(over.bound(tree));
    } catch (UnprovenException e) {
      trace.refuses(name, String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private void fails(String name, UnprovenException failure) {
    failures.add(failure);
    trace.refuses(name, String.valueOf(failure.getMessage()));
  }
}
