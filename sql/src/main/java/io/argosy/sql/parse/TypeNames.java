package io.argosy.sql.parse;

import io.argosy.sql.lexer.Token;
import io.argosy.sql.lexer.TokenList;
import java.util.Set;

/** Finds where the name of a type ends. */
final class TypeNames {
  /** Types whose name in front of a string makes a constant. */
  private static final Set<String> LITERAL_TYPES =
      Set.of(
          "bigint",
          "bit",
          "bool",
          "boolean",
          "box",
          "bpchar",
          "bytea",
          "char",
          "character",
          "cidr",
          "circle",
          "date",
          "daterange",
          "decimal",
          "double",
          "float",
          "float4",
          "float8",
          "inet",
          "int",
          "int2",
          "int4",
          "int4range",
          "int8",
          "int8range",
          "integer",
          "interval",
          "json",
          "jsonb",
          "jsonpath",
          "line",
          "lseg",
          "macaddr",
          "money",
          "numeric",
          "numrange",
          "oid",
          "path",
          "pg_lsn",
          "point",
          "polygon",
          "real",
          "regclass",
          "regtype",
          "smallint",
          "text",
          "time",
          "timestamp",
          "timestamptz",
          "timetz",
          "tsquery",
          "tsrange",
          "tstzrange",
          "tsvector",
          "uuid",
          "varbit",
          "varchar",
          "xml");

  private static final Set<String> INTERVAL_FIELDS =
      Set.of("year", "month", "day", "hour", "minute", "second", "to");

  private final TokenList tokens;

  TypeNames(TokenList tokens) {
    this.tokens = tokens;
  }

  /** The index after the type's name that begins at the index, or -1. */
  int end(int from) {
    int end = scalarEnd(from);
    if (end < 0) {
      return -1;
    }
    if (tokens.word(end, "array")) {
      end++;
    }
    while (tokens.symbol(end, "[")) {
      end = tokens.close(end) + 1;
    }
    return end;
  }

  /** The index of the string of a constant like {@code date '1995-01-01'}, or -1. */
  int literalString(int from) {
    if (tokens.at(from).kind() != Token.Kind.WORD
        || !LITERAL_TYPES.contains(tokens.at(from).value())) {
      return -1;
    }
    int end = tokens.word(from, "interval") ? afterPrecision(from + 1) : scalarEnd(from);
    return end > 0 && tokens.at(end).kind() == Token.Kind.STRING ? end : -1;
  }

  private int scalarEnd(int from) {
    Token first = tokens.at(from);
    if (first.kind() == Token.Kind.QUOTED_IDENTIFIER) {
      return afterQualified(from);
    }
    if (first.kind() != Token.Kind.WORD) {
      return -1;
    }
    return switch (first.value()) {
      case "double" -> tokens.word(from + 1, "precision") ? from + 2 : -1;
      case "character", "char", "bit" ->
          afterPrecision(tokens.word(from + 1, "varying") ? from + 2 : from + 1);
      case "time", "timestamp" -> afterZone(afterPrecision(from + 1));
      case "interval" -> afterFields(from + 1);
      default -> afterQualified(from);
    };
  }

  private int afterQualified(int from) {
    int end = from + 1;
    while (tokens.symbol(end, ".")) {
      end += 2;
    }
    return afterPrecision(end);
  }

  private int afterPrecision(int from) {
    return tokens.symbol(from, "(") ? tokens.close(from) + 1 : from;
  }

  private int afterZone(int from) {
    boolean zone =
        (tokens.word(from, "with") || tokens.word(from, "without"))
            && tokens.word(from + 1, "time")
            && tokens.word(from + 2, "zone");
    return zone ? from + 3 : from;
  }

  /** The interval's fields that begin at the index: {@code day to second(3)}. */
  int afterFields(int from) {
    int end = from;
    while (tokens.at(end).kind() == Token.Kind.WORD
        && INTERVAL_FIELDS.contains(tokens.at(end).value())) {
      end++;
    }
    return afterPrecision(end);
  }
}
