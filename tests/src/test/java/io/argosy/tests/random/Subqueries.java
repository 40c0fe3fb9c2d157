package io.argosy.tests.random;

import java.util.List;

/** Subqueries in expressions and conditions. */
final class Subqueries {
  private final Choices choices;
  private final Grammar grammar;

  Subqueries(Grammar grammar) {
    this.grammar = grammar;
    this.choices = grammar.draft().choices();
  }

  /** A subquery of at most one row and one column. */
  String scalar(Kind kind, Scope scope) {
    List<Column> outer = outer(scope);
    List<Column> wanted = List.of(Column.of("", kind));
    return grammar
        .nesting()
        .deeper(
            () ->
                choices.chance(35)
                    ? "(" + grammar.queries().first(outer, wanted).sql() + ")"
                    : "(" + grammar.blocks().total(outer, wanted).sql() + ")");
  }

  /** A condition made of a subquery. */
  String condition(Scope scope) {
    return switch (choices.below(10)) {
      case 0, 1, 2 -> exists(scope);
      case 3, 4, 5 -> in(scope);
      case 6 -> pairIn(scope);
      case 7 -> quantified(scope);
      default -> comparedToScalar(scope);
    };
  }

  private String exists(Scope scope) {
    List<Column> outer = choices.chance(85) ? scope.visible() : List.of();
    Query query = grammar.nesting().deeper(() -> grammar.queries().query(outer, List.of()));
    return "%sEXISTS (%s)".formatted(choices.pick("", "NOT "), query.sql());
  }

  private String in(Scope scope) {
    Column column = column(scope);
    Query query =
        grammar.nesting().deeper(() -> grammar.queries().query(outer(scope), List.of(column)));
    return "%s %sIN (%s)".formatted(column.text(), choices.pick("", "NOT "), query.sql());
  }

  private String pairIn(Scope scope) {
    Column first = column(scope);
    Column second = column(scope);
    Query query =
        grammar
            .nesting()
            .deeper(() -> grammar.queries().query(outer(scope), List.of(first, second)));
    return "(%s, %s) %sIN (%s)"
        .formatted(first.text(), second.text(), choices.pick("", "NOT "), query.sql());
  }

  private String quantified(Scope scope) {
    Column column = column(scope);
    Query query =
        grammar.nesting().deeper(() -> grammar.queries().query(outer(scope), List.of(column)));
    return "%s %s %s (%s)"
        .formatted(
            column.operand(),
            choices.pick("=", "<", ">=", "<>"),
            choices.pick("ANY", "ALL"),
            query.sql());
  }

  private String comparedToScalar(Scope scope) {
    Column column = column(scope);
    return "%s %s %s"
        .formatted(
            column.operand(), choices.pick("=", "<", ">=", "<>"), scalar(column.kind(), scope));
  }

  private Column column(Scope scope) {
    return scope.columns().isEmpty() ? Column.of("1", Kind.INTEGER) : choices.pick(scope.columns());
  }

  private List<Column> outer(Scope scope) {
    return choices.chance(55) ? scope.visible() : List.of();
  }
}
