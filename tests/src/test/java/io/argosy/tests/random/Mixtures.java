package io.argosy.tests.random;

import java.util.List;

/** Expressions whose parts have different types: CASE, coalesce, greatest. */
final class Mixtures {
  private final Choices choices;
  private final Grammar grammar;

  Mixtures(Grammar grammar) {
    this.grammar = grammar;
    this.choices = grammar.draft().choices();
  }

  /** A value of a kind over the columns of a block. */
  Column of(Kind kind, Scope scope) {
    String first = part(kind, scope);
    String second = choices.chance(25) ? grammar.guises().constant(kind) : part(kind, scope);
    String text =
        switch (choices.below(4)) {
          case 0 -> "coalesce(%s, %s)".formatted(first, second);
          case 1 -> "greatest(%s, %s)".formatted(first, second);
          case 2 -> "coalesce(%s, %s, %s)".formatted(first, second, part(kind, scope));
          default ->
              "CASE WHEN %s THEN %s ELSE %s END"
                  .formatted(grammar.predicates().simple(scope, 0), first, second);
        };
    return new Column(text, kind, "", List.of(), Form.LOOSE, false);
  }

  /** Without COLLATE: two of them in one expression are an error. */
  private String part(Kind kind, Scope scope) {
    List<Column> columns = scope.of(kind);
    if (kind == Kind.NUMERIC && choices.chance(20) && !scope.of(Kind.INTEGER).isEmpty()) {
      return choices.pick(scope.of(Kind.INTEGER)).text();
    }
    if (columns.isEmpty()) {
      return grammar.expressions().atom(kind, scope);
    }
    Column column = choices.pick(columns);
    String guise = grammar.guises().of(column).text();
    return choices.chance(40) && !guise.contains("COLLATE") ? guise : column.text();
  }
}
