package io.argosy.coordinator.explain;

import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Locale;

/**
 * The head of an EXPLAIN statement.
 *
 * @param analyze whether the statement is executed
 * @param verbose whether the nodes' own plans are shown
 * @param planner whether it is shown what the search for a plan has tried
 * @param resources whether it is shown what was used of the nodes' machines; with ANALYZE only
 * @param genericPlan whether it is to be explained without values of its parameters
 * @param format what the explanation is written in
 * @param statementStart offset of the explained statement in the text
 */
public record ExplainOptions(
    boolean analyze,
    boolean verbose,
    boolean planner,
    boolean resources,
    boolean genericPlan,
    Format format,
    int statementStart) {
  /** PostgreSQL's formats. */
  public enum Format {
    TEXT,
    XML,
    JSON,
    YAML
  }

  /**
   * Reads {@code EXPLAIN [ANALYZE] [VERBOSE]} or {@code EXPLAIN (option [value], ..)}. Options that
   * only matter inside a node's plan are accepted. PLANNER and RESOURCES are options of Argosy's
   * own.
   *
   * @param tokens of the whole statement, the first being EXPLAIN
   * @throws PostgresException 42601 or 22023 in PostgreSQL's words
   */
  public static ExplainOptions parse(List<Token> tokens) {
    int at = 1;
    if (at < tokens.size() && tokens.get(at).isSymbol("(") && isOption(tokens, at + 1)) {
      return parseList(tokens, at + 1);
    }
    boolean analyze = false;
    boolean verbose = false;
    if (at < tokens.size() && isAnalyze(tokens.get(at))) {
      analyze = true;
      at++;
    }
    if (at < tokens.size() && tokens.get(at).isWord("verbose")) {
      verbose = true;
      at++;
    }
    return new ExplainOptions(
        analyze, verbose, false, false, false, Format.TEXT, start(tokens, at));
  }

  /** {@code EXPLAIN (SELECT ..)} has a parenthesis that opens no options. */
  private static boolean isOption(List<Token> tokens, int index) {
    if (index >= tokens.size() || tokens.get(index).kind() != Token.Kind.WORD) {
      return false;
    }
    return switch (tokens.get(index).value()) {
      case "select", "with", "values", "table" -> false;
      default -> true;
    };
  }

  private static ExplainOptions parseList(List<Token> tokens, int from) {
    boolean analyze = false;
    boolean verbose = false;
    boolean planner = false;
    boolean resources = false;
    boolean genericPlan = false;
    Format format = Format.TEXT;
    int at = from;
    while (true) {
      Token name = expect(tokens, at++);
      boolean hasValue = !expect(tokens, at).isSymbol(",") && !expect(tokens, at).isSymbol(")");
      String value = hasValue ? expect(tokens, at++).value() : "true";
      switch (name.value()) {
        case "analyze", "analyse" -> analyze = truth(name, value);
        case "verbose" -> verbose = truth(name, value);
        case "planner" -> planner = truth(name, value);
        case "generic_plan" -> genericPlan = truth(name, value);
        case "resources" -> resources = truth(name, value);
        case "format" -> format = format(value);
        case "costs", "settings", "buffers", "serialize", "wal", "timing", "summary", "memory" -> {}
        default ->
            throw new PostgresException(
                "42601", "unrecognized EXPLAIN option \"" + name.value() + "\"");
      }
      Token next = expect(tokens, at++);
      if (next.isSymbol(")")) {
        if (genericPlan && analyze) {
          throw new PostgresException(
              "22023", "EXPLAIN options ANALYZE and GENERIC_PLAN cannot be used together");
        }
        if (resources && !analyze) {
          throw new PostgresException("22023", "EXPLAIN option RESOURCES requires ANALYZE");
        }
        return new ExplainOptions(
            analyze, verbose, planner, resources, genericPlan, format, start(tokens, at));
      }
      if (!next.isSymbol(",")) {
        throw new PostgresException("42601", "syntax error at or near \"" + next.text() + "\"");
      }
    }
  }

  private static Token expect(List<Token> tokens, int index) {
    if (index >= tokens.size()) {
      throw new PostgresException("42601", "syntax error at end of input");
    }
    return tokens.get(index);
  }

  private static int start(List<Token> tokens, int index) {
    return expect(tokens, index).start();
  }

  private static boolean isAnalyze(Token token) {
    return token.isWord("analyze") || token.isWord("analyse");
  }

  private static boolean truth(Token name, String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "true", "on", "1" -> true;
      case "false", "off", "0" -> false;
      default -> throw new PostgresException("42601", name.value() + " requires a Boolean value");
    };
  }

  private static Format format(String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "text" -> Format.TEXT;
      case "xml" -> Format.XML;
      case "json" -> Format.JSON;
      case "yaml" -> Format.YAML;
      default ->
          throw new PostgresException(
              "22023", "unrecognized value for EXPLAIN option \"format\": \"" + value + "\"");
    };
  }
}
