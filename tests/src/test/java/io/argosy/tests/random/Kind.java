package io.argosy.tests.random;

import java.util.List;

/** The types of expressions. Equal values of a kind have the same text, see {@link #NUMERIC}. */
enum Kind {
  INTEGER("int", "0", "1", "2", "3", "5", "7", "12", "-1", "NULL::int"),
  /** Two digits after the point, always: 1.5 and 1.50 are equal but not the same. */
  NUMERIC("numeric", "0.00", "1.00", "2.50", "-3.25", "10.10", "1500.75", "NULL::numeric(15, 2)"),
  /** The last ones look like what plans are made of. */
  TEXT(
      "text",
      "'a'",
      "'b'",
      "'ab'",
      "''",
      "'B'",
      "'abc'",
      "'F'",
      "'@share(1)@'",
      "'@type(2)@'",
      "'argosy_stage_1'",
      "'pg_temp.argosy_partial'",
      "'$1'",
      "NULL::text"),
  DATE("date", "date '1995-01-01'", "date '1995-03-04'", "date '1994-11-30'", "NULL::date"),
  BOOLEAN("bool", "true", "false", "NULL::bool");

  private final String type;
  private final List<String> literals;

  Kind(String type, String... literals) {
    this.type = type;
    this.literals = List.of(literals);
  }

  /** The name of the PostgreSQL type that literals and parameters have. */
  String type() {
    return type;
  }

  /** The text of a value of any type of this kind as one of which equal ones have the same text. */
  String exact(String text) {
    return switch (this) {
      case INTEGER -> "(%s)::bigint".formatted(text);
      case NUMERIC -> "round((%s)::numeric, 2)".formatted(text);
      case TEXT -> "lower((%s)::text COLLATE \"default\")".formatted(text);
      case DATE -> "(%s)::date".formatted(text);
      case BOOLEAN -> text;
    };
  }

  /** Written values, the last one NULL. */
  List<String> literals() {
    return literals;
  }
}
