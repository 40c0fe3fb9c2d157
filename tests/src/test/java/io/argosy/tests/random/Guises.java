package io.argosy.tests.random;

import java.util.List;

/**
 * Values of a kind in other types than it usually has, so that PostgreSQL has to resolve two types
 * to a common one. None of the conversions fails.
 */
final class Guises {
  /** The text of a column's value in another type. */
  private static final List<String> INTEGERS =
      List.of("(%s)::numeric", "(%s)::float8", "(%s)::bigint", "(%s)::numeric(20, 1)");

  private static final List<String> NUMERICS =
      List.of("(%s)::float8", "(%s)::numeric", "(%s)::numeric(22, 4)", "(%s)::float8::numeric");

  /**
   * Of collations one only: where two of columns meet, it depends on the plan whether that fails.
   */
  private static final List<String> TEXTS =
      List.of("(%s)::char(8)", "(%s)::varchar(12)", "(%s) COLLATE small.without_case");

  private static final List<String> DATES =
      List.of("(%s)::timestamp", "(%s)::timestamptz", "(%s + interval '12 hours')");

  private final Choices choices;

  Guises(Grammar grammar) {
    this.choices = grammar.draft().choices();
  }

  /** The value in one of the other types of its kind. */
  Column of(Column value) {
    return switch (value.kind()) {
      case INTEGER -> loose(value, choices.pick(INTEGERS).formatted(value.operand()));
      case NUMERIC -> loose(value, choices.pick(NUMERICS).formatted(value.operand()));
      case TEXT -> loose(value, choices.pick(TEXTS).formatted(value.operand()));
      case DATE -> loose(value, choices.pick(DATES).formatted(value.operand()));
      case BOOLEAN -> value;
    };
  }

  /** A constant of a kind, whose type PostgreSQL may not know before it sees the others. */
  String constant(Kind kind) {
    return switch (kind) {
      case INTEGER -> choices.pick("NULL", "3", "2.0", "'5'", "1::smallint", "7e0", "-0.0::float8");
      case NUMERIC -> choices.pick("NULL", "2.5", "1", "'10.10'", "2.50000", "-3.25::float8");
      case TEXT ->
          choices.pick("NULL", "'a'", "'A'", "'ab'::varchar", "'a '::char(4)", "'b'::text");
      case DATE ->
          choices.pick(
              "NULL",
              "date '1995-01-01'",
              "timestamp '1995-03-04'",
              "timestamptz '1994-11-30'",
              "'1995-01-01'");
      case BOOLEAN -> choices.pick("NULL", "true", "'f'");
    };
  }

  /** A literal in another type, or in none. */
  String literal(Kind kind, String literal) {
    if (literal.contains("NULL") || Draft.isParameter(literal)) {
      return literal;
    }
    return switch (kind) {
      case INTEGER ->
          choices.pick("%s.0", "'%s'", "(%s)::numeric", "(%s)::float8").formatted(literal);
      case NUMERIC -> choices.pick("'%s'", "(%s)::float8", "%s00").formatted(literal);
      case TEXT ->
          choices
              .pick("%s::varchar", "%s::char(30)", "%s COLLATE small.without_case", "%s::text")
              .formatted(literal);
      case DATE -> choices.pick("", "timestamp ", "timestamptz ") + literal.replace("date ", "");
      case BOOLEAN -> literal;
    };
  }

  private static Column loose(Column value, String text) {
    return new Column(
        text, value.kind(), value.domain(), value.samples(), Form.LOOSE, value.plain());
  }
}
