package io.argosy.sql.lexer;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * What stands outside of all brackets, which are parentheses and those of subscripts, in the tokens
 * of a text. The text may be one that PostgreSQL refuses: a bracket that closes nothing is a token
 * like others, and one that is not closed reaches to the end.
 */
public final class Brackets {
  private Brackets() {}

  /**
   * The bracket that closes another one.
   *
   * @param open the index of one that opens
   * @return its index; how many tokens there are if it is not closed
   */
  public static int closing(List<Token> tokens, int open) {
    int depth = 0;
    for (int i = open; i < tokens.size(); i++) {
      depth += nesting(tokens.get(i));
      if (depth == 0) {
        return i;
      }
    }
    return tokens.size();
  }

  /** The bracket that a token stands in; negative if there is none. */
  public static int enclosing(List<Token> tokens, int index) {
    return findBefore(tokens, index, i -> tokens.get(i).opensBracket());
  }

  /**
   * Looks for a token, and passes over what is in brackets that open on the way there.
   *
   * @param from the index of the first one to look at
   * @param wanted whether the token at an index is meant, which may be a bracket
   * @return its index; how many tokens there are if there is none
   */
  public static int find(List<Token> tokens, int from, IntPredicate wanted) {
    int i = from;
    while (i < tokens.size() && !wanted.test(i)) {
      i = tokens.get(i).opensBracket() ? closing(tokens, i) + 1 : i + 1;
    }
    return Math.min(i, tokens.size());
  }

  /** Looks for a word in the same way. */
  public static int find(List<Token> tokens, int from, String word) {
    return find(tokens, from, i -> tokens.get(i).isWord(word));
  }

  /**
   * Looks backwards for a token, and passes over what is in brackets that close on the way there.
   *
   * @param index that of the token in front of which it stands
   * @param wanted whether the token at an index is meant, which may be a bracket
   * @return the index of the last one; negative if there is none
   */
  public static int findBefore(List<Token> tokens, int index, IntPredicate wanted) {
    int i = index - 1;
    while (i >= 0 && !wanted.test(i)) {
      i = tokens.get(i).closesBracket() ? opening(tokens, i) - 1 : i - 1;
    }
    return Math.max(i, -1);
  }

  private static int opening(List<Token> tokens, int close) {
    int depth = 0;
    for (int i = close; i >= 0; i--) {
      depth += nesting(tokens.get(i));
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  /**
   * The parts of a list.
   *
   * @param parts whether a token is between two parts, if it is not in brackets
   * @return them in order, some of which may be empty; none of an empty list
   */
  public static List<List<Token>> split(List<Token> list, Predicate<Token> parts) {
    List<List<Token>> found = new ArrayList<>();
    int start = 0;
    while (start < list.size()) {
      int end = find(list, start, i -> parts.test(list.get(i)));
      found.add(list.subList(start, end));
      start = end + 1;
      if (start == list.size()) {
        found.add(List.of());
      }
    }
    return found;
  }

  /** The parts of a list that has commas between them. */
  public static List<List<Token>> items(List<Token> list) {
    return split(list, token -> token.isSymbol(","));
  }

  private static int nesting(Token token) {
    return token.opensBracket() ? 1 : token.closesBracket() ? -1 : 0;
  }
}
