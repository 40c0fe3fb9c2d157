package io.argosy.tests.random;

import java.util.List;

/** Calls of aggregates whose result does not depend on the order of their input. */
final class Aggregates {
  private final Draft draft;
  private final Choices choices;
  private final Grammar grammar;

  Aggregates(Grammar grammar) {
    this.grammar = grammar;
    this.draft = grammar.draft();
    this.choices = draft.choices();
  }

  /** A call whose result is a value of a kind. */
  Column call(Kind kind, Scope block) {
    Scope scope = block.alone();
    String call = draft.withoutParameters(() -> callOf(kind, scope));
    return Column.of(call, kind);
  }

  /**
   * A call whose result may have any type and any number of digits after the point, so that nothing
   * may compare it.
   */
  String unrounded(Scope block) {
    Scope scope = block.alone();
    return draft.withoutParameters(
        () ->
            switch (choices.below(8)) {
              case 0 -> "avg(%s)%s".formatted(argument(Kind.NUMERIC, scope), filter(scope));
              case 1 -> "sum(%s)%s".formatted(argument(Kind.INTEGER, scope), filter(scope));
              case 2 -> "avg(%s)".formatted(argument(Kind.INTEGER, scope));
              case 3 ->
                  "sum(%s * %s)"
                      .formatted(argument(Kind.NUMERIC, scope), argument(Kind.NUMERIC, scope));
              case 4 ->
                  "%s(%s)"
                      .formatted(
                          choices.pick("stddev", "variance", "stddev_pop", "var_pop"),
                          argument(Kind.NUMERIC, scope));
              case 5 -> "sum(%s) / nullif(count(*), 0)".formatted(argument(Kind.NUMERIC, scope));
              case 6 -> "array_agg(%s)".formatted(ordered(choices.pick(Kind.values()), scope));
              default -> "avg(DISTINCT %s)".formatted(argument(Kind.INTEGER, scope));
            });
  }

  private String callOf(Kind kind, Scope scope) {
    return switch (kind) {
      case INTEGER -> integer(scope);
      case NUMERIC -> numeric(scope);
      case TEXT -> text(scope);
      case DATE ->
          "%s(%s)%s".formatted(choices.pick("max", "min"), argument(kind, scope), filter(scope));
      case BOOLEAN ->
          choices.chance(30)
              ? "(count(*)%s > 2)".formatted(filter(scope))
              : "%s(%s)%s"
                  .formatted(
                      choices.pick("bool_or", "bool_and", "every"),
                      argument(kind, scope),
                      filter(scope));
    };
  }

  private String integer(Scope scope) {
    return switch (choices.below(9)) {
      case 0, 1 -> "count(*)" + filter(scope);
      case 2 ->
          "count(%s)%s".formatted(argument(choices.pick(Kind.values()), scope), filter(scope));
      case 3 ->
          "count(DISTINCT %s)%s"
              .formatted(distinct(choices.pick(Kind.values()), scope), filter(scope));
      case 4 -> "sum(%s)::bigint".formatted(argument(Kind.INTEGER, scope));
      case 5 ->
          "count(DISTINCT (%s, %s))"
              .formatted(argument(Kind.INTEGER, scope), argument(Kind.TEXT, scope));
      case 6 -> "sum(DISTINCT %s)::bigint".formatted(argument(Kind.INTEGER, scope));
      case 7 -> orderedSet(Kind.INTEGER, scope);
      default ->
          "%s(%s)%s"
              .formatted(
                  choices.pick("max", "min", "bit_or"),
                  argument(Kind.INTEGER, scope),
                  filter(scope));
    };
  }

  private String numeric(Scope scope) {
    return switch (choices.below(6)) {
      case 0, 1 -> "sum(%s)%s".formatted(argument(Kind.NUMERIC, scope), filter(scope));
      case 2 ->
          "%s(%s)%s"
              .formatted(choices.pick("max", "min"), argument(Kind.NUMERIC, scope), filter(scope));
      case 3 ->
          "round(avg(%s)%s, 2)"
              .formatted(argument(choices.pick(Kind.NUMERIC, Kind.INTEGER), scope), filter(scope));
      case 4 -> "sum(DISTINCT %s)".formatted(argument(Kind.NUMERIC, scope));
      default -> orderedSet(Kind.NUMERIC, scope);
    };
  }

  private String text(Scope scope) {
    return switch (choices.below(5)) {
      case 0, 1 ->
          "%s(%s)%s"
              .formatted(choices.pick("max", "min"), argument(Kind.TEXT, scope), filter(scope));
      case 2 -> {
        String value = argument(Kind.TEXT, scope);
        yield "string_agg(%s, ',' ORDER BY %s)".formatted(value, value);
      }
      case 3 -> {
        String value = argument(Kind.TEXT, scope);
        yield "string_agg(DISTINCT %s, ',' ORDER BY %s DESC)".formatted(value, value);
      }
      default -> orderedSet(Kind.TEXT, scope);
    };
  }

  /** A value that is only told apart from others, not shown. */
  private String distinct(Kind kind, Scope scope) {
    List<Column> columns = scope.of(kind);
    return !columns.isEmpty() && choices.chance(40)
        ? choices.pick(columns).text()
        : argument(kind, scope);
  }

  private String orderedSet(Kind kind, Scope scope) {
    return "%s WITHIN GROUP (ORDER BY %s%s)"
        .formatted(
            choices.pick("percentile_disc(0.5)", "mode()", "percentile_disc(0.9)"),
            argument(kind, scope),
            choices.pick("", " DESC"));
  }

  private String ordered(Kind kind, Scope scope) {
    String value = argument(kind, scope);
    List<Column> others = scope.columns();
    String first =
        !others.isEmpty() && choices.chance(40) ? choices.pick(others).text() + ", " : "";
    return "%s ORDER BY %s%s".formatted(value, first, value);
  }

  /**
   * A value of the block's own rows: an aggregate of outer columns alone belongs to the outer
   * block.
   */
  private String argument(Kind kind, Scope scope) {
    List<Column> columns = scope.of(kind);
    if (columns.isEmpty()) {
      return "(%s)::%s".formatted(grammar.expressions().literal(kind), kind.type());
    }
    Column column = choices.pick(columns);
    if (choices.chance(25)) {
      String text =
          "coalesce(%s, %s)".formatted(column.operand(), grammar.expressions().literal(kind));
      return choices.chance(50) ? grammar.expressions().around(kind, text, scope) : text;
    }
    return column.operand();
  }

  private String filter(Scope scope) {
    return choices.chance(15)
        ? " FILTER (WHERE %s)".formatted(grammar.predicates().simple(scope, 1))
        : "";
  }
}
