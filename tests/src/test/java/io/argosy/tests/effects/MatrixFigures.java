package io.argosy.tests.effects;

import io.argosy.tests.differential.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What the cells of a matrix came to. */
final class MatrixFigures {
  /**
   * @param same cells with PostgreSQL's answer
   * @param refused cells with a refusal, which changed nothing
   */
  record Count(int same, int refused) {
    Count plus(Count other) {
      return new Count(same + other.same, refused + other.refused);
    }
  }

  private static final String HEAD =
      """
      ## Compared: what statements set off

      Each kind of statement was run with each kind of object that PostgreSQL then acts upon, with the
      table distributed, replicated and without a placement, and so the table that the object reads or
      writes. Outcome, rows returned and rows stored on all nodes were the same as with one PostgreSQL,
      or the statement (or the making of the object, or the placing of its table) was refused and
      nothing had changed.

      | set off | cells | same | refused |
      | --- | ---: | ---: | ---: |
      """;

  private final Map<String, Count> counts = new TreeMap<>();
  private final List<String> wrong = new ArrayList<>();

  /** The figures in Markdown. */
  String page() {
    StringBuilder page = new StringBuilder(HEAD);
    Count sum = new Count(0, 0);
    for (Map.Entry<String, Count> entry : counts.entrySet()) {
      page.append(row(entry.getKey(), entry.getValue()));
      sum = sum.plus(entry.getValue());
    }
    return page.append(row("all", sum)).toString();
  }

  private static String row(String name, Count count) {
    return "| %s | %d | %d | %d |\n"
        .formatted(name, count.same() + count.refused(), count.same(), count.refused());
  }

  /** Adds what other cells came to. */
  void add(MatrixFigures others) {
    others.counts.forEach((name, count) -> counts.merge(name, count, Count::plus));
    wrong.addAll(others.wrong);
  }

  /** What is neither the same nor refused, in words. */
  List<String> wrong() {
    return wrong;
  }

  void begin(Cell cell, StoredRows.Look wanted, StoredRows.Look actual) {
    rows(cell, "before anything ran", wanted, actual);
  }

  /**
   * A table could not be placed, which PostgreSQL knows nothing of, or the object not be made. A
   * constraint can also be found violated by a node that does not see all rows.
   */
  void failedBefore(Cell cell, String sql, Outcome.Failure failure) {
    boolean placing = sql.contains("create_");
    boolean violated = failure.sqlState().startsWith("23") && !failure.hint().isEmpty();
    if (!placing && !violated && !Sql.refuses(failure)) {
      wrong.add(cell + " could not be made by " + sql + "\n" + failure);
      return;
    }
    count(cell, new Count(0, 1));
    if (!placing) {
      explained(cell, failure);
    }
  }

  void refused(Cell cell, Outcome.Failure refusal, StoredRows.Look before, StoredRows.Look after) {
    count(cell, new Count(0, 1));
    explained(cell, refusal);
    rows(cell, "although it was refused (" + refusal.message() + ")", before, after);
  }

  void answered(
      Cell cell, Optional<String> difference, StoredRows.Look wanted, StoredRows.Look actual) {
    int before = wrong.size();
    difference.ifPresent(words -> wrong.add(cell + "\n" + words));
    rows(cell, "", wanted, actual);
    if (wrong.size() == before) {
      count(cell, new Count(1, 0));
    }
  }

  private void rows(Cell cell, String when, StoredRows.Look wanted, StoredRows.Look actual) {
    if (actual.fault().isPresent()) {
      wrong.add(cell + " " + when + "\n" + actual.fault().get());
    } else if (!wanted.rows().equals(actual.rows())) {
      wrong.add(cell + " " + when + "\nexpected " + wanted.rows() + "\nactual   " + actual.rows());
    }
  }

  private void explained(Cell cell, Outcome.Failure refusal) {
    if (refusal.hint().isEmpty()) {
      wrong.add(cell + "\nrefused without a hint: " + refusal.message());
    }
  }

  private void count(Cell cell, Count one) {
    counts.merge(cell.setOff().name(), one, Count::plus);
  }
}
