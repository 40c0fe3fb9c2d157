package io.argosy.sql.lexer;

import java.util.Set;

/** PostgreSQL's keywords, by what they do to a parser. */
public final class Keywords {
  /** Reserved ones, which are syntax wherever they stand without quotes. */
  private static final Set<String> RESERVED =
      Set.of(
          "all",
          "and",
          "any",
          "array",
          "as",
          "asc",
          "asymmetric",
          "both",
          "case",
          "cast",
          "collate",
          "cross",
          "default",
          "desc",
          "distinct",
          "else",
          "end",
          "except",
          "false",
          "fetch",
          "for",
          "from",
          "full",
          "group",
          "having",
          "ilike",
          "in",
          "inner",
          "intersect",
          "into",
          "is",
          "isnull",
          "join",
          "lateral",
          "leading",
          "left",
          "like",
          "limit",
          "natural",
          "not",
          "notnull",
          "null",
          "offset",
          "on",
          "only",
          "or",
          "order",
          "outer",
          "returning",
          "right",
          "select",
          "similar",
          "some",
          "symmetric",
          "tablesample",
          "then",
          "to",
          "trailing",
          "true",
          "union",
          "using",
          "when",
          "where",
          "window",
          "with");

  /** All that need quotes as a column's or table's name. */
  private static final Set<String> NOT_A_NAME =
      Set.of(
          "analyse",
          "analyze",
          "authorization",
          "between",
          "bigint",
          "binary",
          "bit",
          "boolean",
          "char",
          "character",
          "check",
          "coalesce",
          "collation",
          "column",
          "concurrently",
          "constraint",
          "create",
          "current_catalog",
          "current_date",
          "current_role",
          "current_schema",
          "current_time",
          "current_timestamp",
          "current_user",
          "dec",
          "decimal",
          "deferrable",
          "do",
          "exists",
          "extract",
          "float",
          "foreign",
          "freeze",
          "grant",
          "greatest",
          "grouping",
          "initially",
          "inout",
          "int",
          "integer",
          "interval",
          "json",
          "json_array",
          "json_arrayagg",
          "json_exists",
          "json_object",
          "json_objectagg",
          "json_query",
          "json_scalar",
          "json_serialize",
          "json_table",
          "json_value",
          "least",
          "localtime",
          "localtimestamp",
          "merge_action",
          "national",
          "nchar",
          "none",
          "normalize",
          "nullif",
          "numeric",
          "out",
          "overlaps",
          "overlay",
          "placing",
          "position",
          "precision",
          "primary",
          "real",
          "references",
          "row",
          "session_user",
          "setof",
          "smallint",
          "substring",
          "system_user",
          "table",
          "time",
          "timestamp",
          "treat",
          "trim",
          "unique",
          "user",
          "values",
          "varchar",
          "variadic",
          "verbose",
          "xmlattributes",
          "xmlconcat",
          "xmlelement",
          "xmlexists",
          "xmlforest",
          "xmlnamespaces",
          "xmlparse",
          "xmlpi",
          "xmlroot",
          "xmlserialize",
          "xmltable");

  private static final Set<String> FRAME_START = Set.of("between", "unbounded", "current");

  private Keywords() {}

  /** Whether a name that PostgreSQL has folded must be quoted in a text. */
  public static boolean needsQuotes(String name) {
    return !isSimple(name) || RESERVED.contains(name) || NOT_A_NAME.contains(name);
  }

  /** Whether a function's name must be quoted; those with a grammar of their own must not. */
  public static boolean functionNeedsQuotes(String name) {
    return !isSimple(name) || RESERVED.contains(name);
  }

  private static boolean isSimple(String name) {
    // No regular expression: this is asked of every name of every tree that is written.
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean letter = c >= 'a' && c <= 'z' || c == '_';
      if (!letter && (i == 0 || c < '0' || c > '9')) {
        return false;
      }
    }
    return !name.isEmpty();
  }

  /** Whether the word at the index is syntax for Calcite, not a name. */
  public static boolean isSyntax(TokenList tokens, int i) {
    Token token = tokens.at(i);
    if (token.kind() != Token.Kind.WORD || tokens.symbol(i - 1, ".")) {
      return false;
    }
    String word = token.value();
    if ((word.equals("left") || word.equals("right")) && tokens.symbol(i + 1, "(")) {
      return false;
    }
    return RESERVED.contains(word) && !(tokens.word(i - 1, "as") && isLabel(tokens, i))
        || isSyntaxHere(tokens, i, word);
  }

  /** After AS any word is a label, except where AS begins a query or a type. */
  private static boolean isLabel(TokenList tokens, int i) {
    return !tokens.symbol(i + 1, "(");
  }

  private static boolean isSyntaxHere(TokenList tokens, int i, String word) {
    return switch (word) {
      case "by" -> isOneOf(tokens.at(i - 1), "group", "order", "partition");
      case "nulls" -> isOneOf(tokens.at(i + 1), "first", "last");
      case "first" -> isOneOf(tokens.at(i - 1), "nulls", "fetch");
      case "last" -> tokens.word(i - 1, "nulls");
      case "next" -> tokens.word(i - 1, "fetch");
      case "over" -> tokens.symbol(i - 1, ")") && !isOneOf(tokens.at(i + 1), "from", ",");
      case "filter" -> tokens.symbol(i - 1, ")") && tokens.symbol(i + 1, "(");
      case "within" -> tokens.symbol(i - 1, ")") && tokens.word(i + 1, "group");
      case "partition" -> tokens.word(i + 1, "by");
      case "rows", "range", "groups" ->
          tokens.at(i + 1).kind() == Token.Kind.WORD
                  && FRAME_START.contains(tokens.at(i + 1).value())
              || word.equals("rows") && isOneOf(tokens.at(i + 1), "only", "with")
              || startsFrameWithNumber(tokens, i);
      case "unbounded" -> isOneOf(tokens.at(i + 1), "preceding", "following");
      case "preceding", "following" -> endsOperand(tokens.at(i - 1));
      case "current" -> tokens.word(i + 1, "row");
      case "row" ->
          tokens.word(i - 1, "current")
              || tokens.symbol(i + 1, "(")
              || isOneOf(tokens.at(i + 1), "only", "with");
      case "ties" -> isOneOf(tokens.at(i - 1), "with", "exclude");
      case "ordinality" -> tokens.word(i - 1, "with");
      case "exclude" -> isOneOf(tokens.at(i - 1), "row", "following", "preceding");
      case "recursive" -> tokens.word(i - 1, "with");
      case "rollup", "cube", "values", "exists" -> tokens.symbol(i + 1, "(");
      case "sets" -> tokens.word(i - 1, "grouping");
      case "grouping" -> tokens.word(i + 1, "sets");
      case "unknown" -> isOneOf(tokens.at(i - 1), "is", "not");
      case "between" -> true;
      case "escape" -> tokens.at(i + 1).kind() == Token.Kind.STRING;
      default -> false;
    };
  }

  private static boolean startsFrameWithNumber(TokenList tokens, int i) {
    return tokens.at(i + 1).kind() == Token.Kind.NUMBER && isOneOf(tokens.at(i + 2), "preceding");
  }

  private static boolean endsOperand(Token token) {
    return switch (token.kind()) {
      case NUMBER, STRING, PARAMETER -> true;
      case WORD -> token.isWord("unbounded");
      case QUOTED_IDENTIFIER, BIT_STRING, OPERATOR -> false;
      case PUNCTUATION -> token.isSymbol(")");
    };
  }

  private static boolean isOneOf(Token token, String... words) {
    for (String word : words) {
      if (token.isWord(word) || token.isSymbol(word)) {
        return true;
      }
    }
    return false;
  }
}
