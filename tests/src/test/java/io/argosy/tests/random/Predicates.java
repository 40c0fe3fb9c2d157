package io.argosy.tests.random;

import java.util.ArrayList;
import java.util.List;

/** Conditions over the columns of a scope. */
final class Predicates {
  private static final List<Kind> ORDERED =
      List.of(Kind.INTEGER, Kind.NUMERIC, Kind.TEXT, Kind.DATE);

  private final Choices choices;
  private final Grammar grammar;

  Predicates(Grammar grammar) {
    this.grammar = grammar;
    this.choices = grammar.draft().choices();
  }

  /** The condition of a WHERE, HAVING or ON: one or several, with subqueries now and then. */
  String condition(Scope scope) {
    int count = 1 + Math.max(0, choices.below(6) - 3);
    List<String> conjuncts = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      conjuncts.add(term(scope));
    }
    return String.join(" AND ", conjuncts);
  }

  private String term(Scope scope) {
    if (choices.chance(25) && grammar.nesting().allowed()) {
      String nested = grammar.subqueries().condition(scope);
      return choices.chance(12) ? "(%s OR %s)".formatted(nested, simple(scope, 1)) : nested;
    }
    return choices.chance(1) ? grammar.constants().condition(scope) : simple(scope, 2);
  }

  /** A condition without subqueries, but for those in its expressions if it is deep. */
  String simple(Scope scope, int depth) {
    if (depth > 0) {
      switch (choices.below(12)) {
        case 9 -> {
          return "(%s OR %s)".formatted(simple(scope, depth - 1), simple(scope, depth - 1));
        }
        case 10 -> {
          return "NOT (%s)".formatted(simple(scope, depth - 1));
        }
        case 11 -> {
          return "(%s) IS %s"
              .formatted(
                  simple(scope, depth - 1),
                  choices.pick("TRUE", "NOT TRUE", "NOT FALSE", "NOT UNKNOWN", "UNKNOWN"));
        }
        default -> {}
      }
    }
    return comparison(scope, depth);
  }

  private String comparison(Scope scope, int depth) {
    List<Column> columns = scope.columns();
    if (!scope.outer().isEmpty() && choices.chance(45)) {
      return correlation(scope);
    }
    if (columns.isEmpty()) {
      return "1 = 1";
    }
    Column column = choices.pick(columns);
    String value = grammar.expressions().literalFor(column);
    return switch (choices.below(10)) {
      case 0 -> compare(column, "=", disguised(column, value));
      case 1, 2, 3 ->
          compare(column, choices.pick("<>", "<", "<=", ">", ">=", "="), disguised(column, value));
      case 4 -> column.text() + choices.pick(" IS NOT NULL", " IS NOT NULL", " IS NULL");
      case 5 ->
          "%s %sIN (%s, %s, %s)"
              .formatted(
                  column.operand(),
                  choices.pick("", "NOT "),
                  value,
                  grammar.expressions().literalFor(column),
                  grammar.expressions().literalFor(column));
      case 6 -> between(column, value);
      case 7 -> text(scope, column);
      case 8 -> {
        Kind kind = column.kind() == Kind.BOOLEAN ? Kind.INTEGER : column.kind();
        yield "%s %s %s"
            .formatted(
                grammar.expressions().of(kind, scope, depth),
                choices.pick("<", ">=", "<>", "=", "IS DISTINCT FROM"),
                grammar.expressions().of(kind, scope, depth));
      }
      default ->
          column.kind() == Kind.BOOLEAN
              ? column.text()
              : "%s IS DISTINCT FROM %s".formatted(column.operand(), value);
    };
  }

  private String disguised(Column column, String value) {
    return choices.chance(12) ? grammar.guises().literal(column.kind(), value) : value;
  }

  private static String compare(Column column, String operator, String value) {
    return "%s %s %s".formatted(column.text(), operator, value);
  }

  private String between(Column column, String value) {
    return column.kind() == Kind.BOOLEAN
        ? column.text() + " IS NOT TRUE"
        : "%s BETWEEN %s%s AND %s"
            .formatted(
                column.operand(),
                choices.pick("SYMMETRIC ", ""),
                value,
                grammar.expressions().literalFor(column));
  }

  private String text(Scope scope, Column column) {
    List<Column> texts = scope.of(Kind.TEXT);
    if (texts.isEmpty()) {
      return column.text() + " IS NOT NULL";
    }
    return "%s %sLIKE %s"
        .formatted(
            choices.pick(texts).operand(),
            choices.pick("", "NOT "),
            choices.pick("'%e%'", "'a%'", "'%b%'", "'%o%'", "'_%'", "'%s%t%'"));
  }

  /** A condition that ties a column of the block to the blocks around it, mostly by equality. */
  private String correlation(Scope scope) {
    List<String> equalities = new ArrayList<>();
    for (Column inner : scope.columns()) {
      for (Column outer : scope.outer()) {
        if (!inner.domain().isEmpty() && inner.domain().equals(outer.domain())) {
          equalities.add("%s = %s".formatted(inner.text(), outer.text()));
        }
      }
    }
    if (!equalities.isEmpty() && !choices.chance(20)) {
      return choices.pick(equalities);
    }
    Kind kind = choices.pick(ORDERED);
    List<Column> inner = scope.of(kind);
    List<Column> outer = scope.outerOf(kind);
    if (inner.isEmpty() || outer.isEmpty()) {
      return equalities.isEmpty() ? "1 = 1" : choices.pick(equalities);
    }
    return "%s %s %s"
        .formatted(
            choices.pick(inner).operand(),
            choices.pick("=", "<", ">=", "<>", "IS NOT DISTINCT FROM"),
            choices.pick(outer).operand());
  }
}
