package io.argosy.planner.function;

import io.argosy.planner.facts.Volatility;
import io.argosy.planner.plan.Plan;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The functions of pg_catalog that are called in a part of PostgreSQL's canonical text, where those
 * of users are written with their schema.
 *
 * @param random the first that gives a new value at each call
 * @param depending the first that depends on the node that runs it
 */
public record CalledFunctions(Optional<String> random, Optional<String> depending) {

  /**
   * A text in which parameters stand for functions that have one value for the whole statement.
   *
   * @param once the values of these parameters, in order
   */
  public record WithOnce(String text, List<Plan.Once> once) {}

  /**
   * Those of a text.
   *
   * @param builtins the volatility of pg_catalog's functions by name
   */
  public static CalledFunctions of(String canonical, Map<String, Volatility> builtins) {
    List<Token> tokens = SqlLexer.tokens(canonical);
    Optional<String> random = Optional.empty();
    Optional<String> depending = Optional.empty();
    for (int i = 0; i < tokens.size(); i++) {
      String name = tokens.get(i).value();
      if (isObjectCast(tokens, i)) {
        depending = depending.or(() -> Optional.of("a cast to " + name));
      } else if (isCall(tokens, i)) {
        if (BuiltinFunctions.isRandom(name)) {
          random = random.or(() -> Optional.of(name));
        } else if (depends(name, builtins.get(name))) {
          depending = depending.or(() -> Optional.of("the function " + name));
        }
      }
    }
    return new CalledFunctions(random, depending);
  }

  private static boolean depends(String name, Volatility volatility) {
    // A number of an identity column.
    return name.equals("next_identity")
        || volatility == Volatility.VOLATILE
        || volatility == Volatility.STABLE && BuiltinFunctions.dependsOnServer(name);
  }

  /** Identifiers of objects differ between nodes. */
  private static boolean isObjectCast(List<Token> tokens, int at) {
    return at > 0
        && tokens.get(at - 1).isSymbol("::")
        && tokens.get(at).kind() == Token.Kind.WORD
        && tokens.get(at).value().startsWith("reg");
  }

  private static boolean isCall(List<Token> tokens, int at) {
    Token token = tokens.get(at);
    boolean name = token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_IDENTIFIER;
    boolean ofUser =
        at > 1
            && tokens.get(at - 1).isSymbol(".")
            && !tokens.get(at - 2).value().equals("pg_catalog")
            && !tokens.get(at - 2).value().equals("argosy");
    return name && !ofUser && at + 1 < tokens.size() && tokens.get(at + 1).isSymbol("(");
  }

  /** Whether an expression is nothing but the time of the transaction. */
  public static boolean isTimeOfTransaction(String expression) {
    return SqlLexer.tokens(expression).stream()
        .allMatch(
            token ->
                switch (token.kind()) {
                  case WORD ->
                      BuiltinFunctions.hasOneValueInTransaction(token.value())
                          || token.value().equals("pg_catalog");
                  case PUNCTUATION -> Set.of("(", ")", ".").contains(token.value());
                  case NUMBER -> true;
                  default -> false;
                });
  }

  /**
   * Takes what has one value for the whole statement out of a text.
   *
   * @param parameters how many parameters the statement has itself
   */
  public static WithOnce once(String canonical, int parameters) {
    List<Token> tokens = SqlLexer.tokens(canonical);
    List<Plan.Once> once = new ArrayList<>();
    StringBuilder text = new StringBuilder();
    int copied = 0;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean named = i > 0 && (tokens.get(i - 1).isSymbol(".") || tokens.get(i - 1).isWord("as"));
      if (token.kind() != Token.Kind.WORD
          || named
          || !BuiltinFunctions.hasOneValue(token.value())) {
        continue;
      }
      int end = i;
      if (i + 1 < tokens.size() && tokens.get(i + 1).isSymbol("(")) {
        while (!tokens.get(end).isSymbol(")")) {
          end++;
        }
      }
      String expression = canonical.substring(token.start(), tokens.get(end).end());
      String precision = end > i + 2 ? "(" + tokens.get(i + 2).text() + ")" : "";
      Plan.Once value =
          new Plan.Once(
              expression,
              BuiltinFunctions.typeOfOneValue(token.value())
                  .replaceFirst("^\\w+", "$0" + precision));
      if (!once.contains(value)) {
        once.add(value);
      }
      text.append(canonical, copied, token.start())
          .append("CAST($")
          .append(parameters + once.indexOf(value) + 1)
          .append(" AS ")
          .append(value.type())
          .append(")");
      copied = tokens.get(end).end();
      i = end;
    }
    return new WithOnce(
        text.append(canonical, copied, canonical.length()).toString(), List.copyOf(once));
  }
}
