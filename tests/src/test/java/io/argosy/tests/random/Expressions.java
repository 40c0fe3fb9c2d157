package io.argosy.tests.random;

import java.util.ArrayList;
import java.util.List;

/**
 * Scalar expressions. None fails, whatever the rows, and none depends on the order of evaluation.
 */
final class Expressions {
  private final Draft draft;
  private final Choices choices;
  private final Grammar grammar;

  Expressions(Grammar grammar) {
    this.grammar = grammar;
    this.draft = grammar.draft();
    this.choices = draft.choices();
  }

  /** An expression of a kind. */
  String of(Kind kind, Scope scope, int depth) {
    if (depth <= 0 || choices.below(10) < 6) {
      return atom(kind, scope);
    }
    if (choices.chance(12) && grammar.nesting().allowed()) {
      return grammar.subqueries().scalar(kind, scope);
    }
    return switch (choices.below(4)) {
      case 0 -> special(kind, scope, depth);
      case 1 ->
          "CASE WHEN %s THEN %s ELSE %s END"
              .formatted(
                  grammar.predicates().simple(scope, depth - 1),
                  of(kind, scope, depth - 1),
                  of(kind, scope, depth - 1));
      case 2 ->
          "coalesce(%s, %s)".formatted(of(kind, scope, depth - 1), of(kind, scope, depth - 1));
      default -> "nullif(%s, %s)".formatted(of(kind, scope, depth - 1), atom(kind, scope));
    };
  }

  /** A column or, where there is none of this kind, a literal. */
  String atom(Kind kind, Scope scope) {
    List<Column> outer = scope.outerOf(kind);
    if (!outer.isEmpty() && choices.chance(25)) {
      return choices.pick(outer).operand();
    }
    List<Column> columns = scope.of(kind);
    if (columns.isEmpty() || choices.chance(12)) {
      return literal(kind);
    }
    return choices.pick(columns).operand();
  }

  String literal(Kind kind) {
    return draft.constant(kind, choices.pick(kind.literals()));
  }

  /** A value to compare a column with, often one that it has. */
  String literalFor(Column column) {
    if (column.samples().isEmpty() || choices.chance(7)) {
      List<String> literals = column.kind().literals();
      List<String> known = literals.subList(0, literals.size() - 1);
      return draft.constant(column.kind(), choices.pick(choices.chance(10) ? literals : known));
    }
    return draft.constant(column.kind(), choices.pick(column.samples()));
  }

  /** Several expressions without parameters, which may be repeated in the same query. */
  List<Column> keys(Scope scope, int atMost) {
    int count = 1 + choices.below(atMost);
    List<Column> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(key(scope));
    }
    return keys;
  }

  private Column key(Scope scope) {
    if (!scope.columns().isEmpty() && !choices.chance(25)) {
      return choices.pick(scope.columns());
    }
    Kind kind = choices.pick(Kind.values());
    List<Column> columns = scope.of(kind);
    if (columns.isEmpty()) {
      return choices.pick(scope.columns());
    }
    if (choices.chance(25)) {
      Column mixture = grammar.mixtures().of(kind, scope.alone());
      return columns.stream().anyMatch(column -> mixture.text().contains(column.text()))
          ? mixture
          : choices.pick(columns);
    }
    Scope inner = scope.alone();
    String text = draft.withoutParameters(() -> special(kind, inner, 1));
    boolean usesColumn = columns.stream().anyMatch(column -> text.contains(column.text()));
    return usesColumn ? Column.of(text, kind) : choices.pick(columns);
  }

  /** A larger expression over another one. */
  String around(Kind kind, String inner, Scope scope) {
    return "CASE WHEN %s THEN %s ELSE %s END"
        .formatted(grammar.predicates().simple(scope, 0), inner, atom(kind, scope));
  }

  private String special(Kind kind, Scope scope, int depth) {
    return switch (kind) {
      case INTEGER -> integer(scope, depth - 1);
      case NUMERIC -> numeric(scope, depth - 1);
      case TEXT -> text(scope, depth - 1);
      case DATE -> date(scope, depth - 1);
      case BOOLEAN -> "(" + grammar.predicates().simple(scope, depth - 1) + ")";
    };
  }

  private String integer(Scope scope, int depth) {
    String first = of(Kind.INTEGER, scope, depth);
    return switch (choices.below(9)) {
      case 0 -> "(%s + %s)".formatted(first, of(Kind.INTEGER, scope, depth));
      case 1 -> "(%s - %s)".formatted(first, of(Kind.INTEGER, scope, depth));
      case 2 -> "(%s %% 89 * (%s %% 7))".formatted(first, of(Kind.INTEGER, scope, depth));
      case 3 -> "(%s / nullif(%s, 0))".formatted(first, of(Kind.INTEGER, scope, depth));
      case 4 -> "(%s %% %d)".formatted(first, 2 + choices.below(5));
      case 5 -> "abs(%s)".formatted(first);
      case 6 -> "length(%s)".formatted(of(Kind.TEXT, scope, depth));
      case 7 ->
          "extract(%s FROM %s)::int"
              .formatted(choices.pick("year", "month", "day"), of(Kind.DATE, scope, depth));
      default -> "greatest(%s, %s)".formatted(first, of(Kind.INTEGER, scope, depth));
    };
  }

  private String numeric(Scope scope, int depth) {
    String first = of(Kind.NUMERIC, scope, depth);
    return switch (choices.below(7)) {
      case 0 -> "(%s + %s)".formatted(first, of(Kind.NUMERIC, scope, depth));
      case 1 -> "(%s - %s)".formatted(first, of(Kind.NUMERIC, scope, depth));
      case 2 -> "round(%s * %s, 2)".formatted(first, of(Kind.NUMERIC, scope, depth));
      case 3 -> "round(%s / nullif(%s, 0), 2)".formatted(first, of(Kind.NUMERIC, scope, depth));
      case 4 -> "abs(%s)".formatted(first);
      case 5 -> "round(%s::numeric, 2)".formatted(of(Kind.INTEGER, scope, depth));
      default -> "least(%s, %s)".formatted(first, of(Kind.NUMERIC, scope, depth));
    };
  }

  private String text(Scope scope, int depth) {
    String first = of(Kind.TEXT, scope, depth);
    return switch (choices.below(9)) {
      case 0 -> "upper(%s)".formatted(first);
      case 1 -> "(%s || %s)".formatted(first, of(Kind.TEXT, scope, depth));
      case 2 -> "substring(%s FROM %d FOR 3)".formatted(first, 1 + choices.below(3));
      case 3 -> "lower(%s)".formatted(first);
      case 4 -> "left(%s, 2)".formatted(first);
      case 5 -> "concat(%s, '-', %s)".formatted(first, of(Kind.INTEGER, scope, depth));
      case 6 -> "replace(%s, 'a', 'x')".formatted(first);
      case 7 -> "to_char(%s, 'YYYY-MM')".formatted(of(Kind.DATE, scope, depth));
      default -> "(%s)::text".formatted(of(Kind.INTEGER, scope, depth));
    };
  }

  private String date(Scope scope, int depth) {
    String first = of(Kind.DATE, scope, depth);
    return switch (choices.below(5)) {
      case 0 -> "(%s + %d)".formatted(first, 1 + choices.below(60));
      case 1 -> "(%s + interval '1 month')::date".formatted(first);
      case 2 -> "date_trunc('%s', %s)::date".formatted(choices.pick("month", "year"), first);
      case 3 -> "(%s - (%s %% 50)::int)".formatted(first, of(Kind.INTEGER, scope, depth));
      default -> "greatest(%s, %s)".formatted(first, of(Kind.DATE, scope, depth));
    };
  }
}
