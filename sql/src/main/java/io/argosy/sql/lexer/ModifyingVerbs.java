package io.argosy.sql.lexer;

import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * Where a statement that begins with WITH changes rows.
 *
 * @param main the index of the statement's own verb; empty if it is a query
 * @param within whether a common table expression changes rows
 */
public record ModifyingVerbs(OptionalInt main, boolean within) {
  /** Those of the tokens of a statement. */
  public static ModifyingVerbs of(List<Token> tokens) {
    int verb = Brackets.find(tokens, 1, i -> follows(tokens, i, ")"));
    boolean within = IntStream.range(1, verb).anyMatch(i -> follows(tokens, i, "("));
    return new ModifyingVerbs(
        verb < tokens.size() ? OptionalInt.of(verb) : OptionalInt.empty(), within);
  }

  private static boolean follows(List<Token> tokens, int verb, String parenthesis) {
    return tokens.get(verb).isModifyingVerb() && tokens.get(verb - 1).isSymbol(parenthesis);
  }
}
