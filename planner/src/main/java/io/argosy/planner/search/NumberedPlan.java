package io.argosy.planner.search;

import io.argosy.planner.movement.Answer;
import io.argosy.planner.movement.Context;
import io.argosy.planner.movement.Moves;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.template.SqlTemplate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The plan of an answer, whose tables and shares are numbered from 1 as they come. */
final class NumberedPlan {
  private final Moves.Renumbering numbers;

  private NumberedPlan(Moves.Renumbering numbers) {
    this.numbers = numbers;
  }

  /**
   * The plan.
   *
   * @param trace what the search for it has done
   * @param reason why the statement is not pushed down
   */
  static Plan of(Answer answer, Context context, SearchTrace trace, String reason) {
    return new NumberedPlan(context.moves().new Renumbering()).plan(answer, context, trace, reason);
  }

  private Plan plan(Answer answer, Context context, SearchTrace trace, String reason) {
    List<Stage> stages = stages(answer.stages());
    requireDifferent(stages);
    Plan.Last last =
        switch (answer.last()) {
          case Plan.Last.OneNode node ->
              new Plan.Last.OneNode(numbers.step(node.sql()), node.home());
          case Plan.Last.Merged merged ->
              new Plan.Last.Merged(numbers.step(merged.fragment()), renumbered(merged.merge()));
          case Plan.Last.Modified modified ->
              new Plan.Last.Modified(
                  numbers.step(modified.fragment()), modified.pruning(), modified.replicated());
        };
    return new Plan.Staged(
        stages, last, numbers.shares(), context.once(), reason, trace.cheapest());
  }

  /** No table may be made twice. */
  private static void requireDifferent(List<Stage> stages) {
    if (stages.stream().map(Stage::table).distinct().count() < stages.size()) {
      throw new UnprovenException("two stages make one table");
    }
  }

  /** The stages, those that move the same rows to the same nodes as one. */
  private List<Stage> stages(List<Stage> all) {
    List<Stage> stages = new ArrayList<>();
    for (Stage stage : new LinkedHashSet<>(all)) {
      SqlTemplate query = numbers.step(stage.query());
      Optional<Stage> alike = stages.stream().filter(each -> isAlike(each, stage, query)).findAny();
      if (alike.isEmpty() || !numbers.isNew(stage.table())) {
        stages.add(renumbered(stage, query));
      } else {
        numbers.sameAs(stage.table(), alike.get().table());
        stages.set(stages.indexOf(alike.get()), both(alike.get(), stage));
      }
    }
    return stages;
  }

  private static boolean isAlike(Stage known, Stage stage, SqlTemplate query) {
    return known.query().equals(query)
        && known.source().equals(stage.source())
        && known.movement().equals(stage.movement())
        && known.notReal().equals(stage.notReal());
  }

  /** One table for what reads either. */
  private static Stage both(Stage stage, Stage other) {
    Set<List<String>> indexes = new LinkedHashSet<>(stage.indexes());
    indexes.addAll(other.indexes());
    Set<String> analyzed = new LinkedHashSet<>(stage.analyzed());
    analyzed.addAll(other.analyzed());
    return stage.with(List.copyOf(indexes), List.copyOf(analyzed));
  }

  private Stage renumbered(Stage stage, SqlTemplate query) {
    return new Stage(
        numbers.table(stage.table()),
        query,
        stage.source(),
        stage.movement(),
        stage.indexes(),
        stage.notReal(),
        stage.analyzed(),
        stage.rows(),
        stage.width(),
        stage.purpose());
  }

  private Merge renumbered(Merge merge) {
    return switch (merge) {
      case Merge.Concatenate all -> all;
      case Merge.Limited limited -> limited;
      case Merge.Ordered ordered ->
          new Merge.Ordered(
              ordered.keys(),
              ordered.hidden(),
              ordered.limit(),
              ordered.offset(),
              renumbered(ordered.finish()),
              numbers.step(ordered.unsorted()));
      case Merge.Finish finish -> renumbered(finish);
    };
  }

  private Merge.Finish renumbered(Merge.Finish finish) {
    return new Merge.Finish(numbers.step(finish.template()), finish.notReal(), finish.oneEach());
  }
}
