package io.argosy.sql.lexer;

import java.util.List;

/** Pairs of parentheses in the tokens of a statement. */
public final class Brackets {
  private Brackets() {}

  /**
   * The parenthesis that closes another one.
   *
   * @param open the index of one that opens
   * @return its index; how many tokens there are if it is not closed
   */
  public static int closing(List<Token> tokens, int open) {
    int depth = 0;
    for (int i = open; i < tokens.size(); i++) {
      depth += tokens.get(i).nesting();
      if (depth == 0) {
        return i;
      }
    }
    return tokens.size();
  }
}
