package io.argosy.tpcd.performance;

import io.argosy.tpcd.performance.Step.QueryStep;
import io.argosy.tpcd.performance.Step.UpdateStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of one complete step: a line of the files.
 *
 * @param done when, how long, how many rows
 * @param explained what Argosy said, if it was asked
 * @param validated what was found out about a query's answer
 */
record StepRow(
    Step step,
    Event.StepDone done,
    Optional<Event.Explained> explained,
    Optional<Event.Validated> validated) {
  /** The complete steps of a test, in the order in which they began. */
  static List<StepRow> of(TestRecord record) {
    Map<String, Event.StepDone> done = record.done();
    Map<String, Event.Explained> explained = record.explained();
    Map<String, Event.Validated> validated = record.validated();
    List<StepRow> rows = new ArrayList<>();
    for (Step step : record.plan().steps()) {
      String id = step.id();
      if (done.containsKey(id)) {
        rows.add(
            new StepRow(
                step,
                done.get(id),
                Optional.ofNullable(explained.get(id)),
                Optional.ofNullable(validated.get(id))));
      }
    }
    rows.sort((left, right) -> Double.compare(left.done().start(), right.done().start()));
    return rows;
  }

  /** The query's number, or the function's name. */
  String label() {
    return switch (step) {
      case QueryStep query -> Integer.toString(query.query().number());
      case UpdateStep update -> update.function().toString().toUpperCase(Locale.ROOT);
    };
  }

  /** The label with the query's business question. */
  String title() {
    return switch (step) {
      case QueryStep query -> query.query().title();
      case UpdateStep update ->
          switch (update.function()) {
            case UF1 -> "UF1 new orders";
            case UF2 -> "UF2 old orders deleted";
          };
    };
  }

  /** The number of the query stream; nothing for the update stream. */
  Optional<Integer> stream() {
    return step instanceof QueryStep query ? Optional.of(query.stream()) : Optional.empty();
  }

  /** What was found out about the answer, in words; empty for an update. */
  String check() {
    return validated
        .map(
            found ->
                found.difference() != null
                    ? found.difference()
                    : found.reference() ? "equal" : "size is possible")
        .orElse("");
  }
}
