package io.argosy.tests.random;

import java.util.List;

/** Conditions that are the same for all rows. */
final class Constants {
  private static final List<String> FALSE =
      List.of(
          "false",
          "1 = 0",
          "'a' = 'b'",
          "NOT true",
          "NULL",
          "NULL::bool",
          "2 > 3",
          "'s' IN ('t', 'u')",
          "1 IS NULL",
          "NULL = 1");
  private static final List<String> TRUE =
      List.of("true", "1 = 1", "'a' <> 'b'", "NOT false", "2 BETWEEN 1 AND 3", "NULL IS NULL");

  private final Choices choices;
  private final Grammar grammar;

  Constants(Grammar grammar) {
    this.grammar = grammar;
    this.choices = grammar.draft().choices();
  }

  /** A condition that is false or NULL, or true. */
  String condition(Scope scope) {
    return switch (choices.below(8)) {
      case 4 -> "(%s AND %s)".formatted(choices.pick(FALSE), other(scope));
      case 5 -> "(%s AND %s)".formatted(other(scope), choices.pick(FALSE));
      case 6 -> "(%s OR %s)".formatted(other(scope), choices.pick(TRUE));
      case 7 -> choices.pick(TRUE);
      default -> choices.pick(FALSE);
    };
  }

  private String other(Scope scope) {
    return grammar.predicates().simple(scope, 0);
  }
}
