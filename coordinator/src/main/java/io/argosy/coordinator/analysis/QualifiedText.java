package io.argosy.coordinator.analysis;

import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;

/**
 * A text of PostgreSQL's in which every name means under the session's search_path what it meant
 * when it was written. PostgreSQL leaves out the schemas of what the search_path finds by its bare
 * name. Printed under a search_path without a user's objects, a text has the schemas of all of
 * these, but functions and operators of PostgreSQL's own are bare, which others could stand for
 * where it is run. Printed under the session's, it has the schemas of those. So the schemas of both
 * are taken.
 */
final class QualifiedText {
  private final String bare;
  private final String shown;
  private final List<Token> bareTokens;
  private final List<Token> shownTokens;
  private final StringBuilder text = new StringBuilder();
  private int copied;
  private int at;
  private int behind;

  private QualifiedText(String bare, String shown) {
    this.bare = bare;
    this.shown = shown;
    this.bareTokens = SqlLexer.tokens(bare);
    this.shownTokens = SqlLexer.tokens(shown);
  }

  /**
   * The text.
   *
   * @param bare as it is printed where the names of PostgreSQL's own objects alone are found
   * @param shown as it is printed under the session's search_path
   * @throws PostgresException 0A000 where that cannot be told, and the session's search_path may
   *     have something that stands for PostgreSQL's
   */
  static String of(String bare, String shown) {
    if (bare.equals(shown)) {
      return bare;
    }
    QualifiedText both = new QualifiedText(bare, shown);
    if (both.isMerged()) {
      return both.text.append(bare, both.copied, bare.length()).toString();
    }
    if (both.hides()) {
      throw new PostgresException(
          "0A000",
          "a name of PostgreSQL's that this statement means is hidden by the search_path",
          "Put pg_catalog first in the search_path, or drop what has the names of PostgreSQL's own"
              + " functions, operators and types.");
    }
    return bare;
  }

  private boolean hides() {
    return shownTokens.stream().filter(token -> token.isWord("pg_catalog")).count()
        > bareTokens.stream().filter(token -> token.isWord("pg_catalog")).count();
  }

  private boolean isMerged() {
    while (at < bareTokens.size() && behind < shownTokens.size()) {
      if (isSame()) {
        at++;
        behind++;
      } else if (!isOperator() && !isQualified() && !isQualifiedByItsOwnName()) {
        return false;
      }
    }
    return at == bareTokens.size() && behind == shownTokens.size();
  }

  private boolean isSame() {
    Token one = bareTokens.get(at);
    Token other = shownTokens.get(behind);
    if (one.text().equals(other.text())) {
      return true;
    }
    // A constant such as 'public.orders'::regclass is printed with its schema, too.
    boolean constants = one.kind() == Token.Kind.STRING && other.kind() == Token.Kind.STRING;
    if (constants && other.value().startsWith("pg_catalog.")) {
      put(behind, behind);
    }
    return constants;
  }

  /** {@code OPERATOR(schema.=)} in one of them. */
  private boolean isOperator() {
    int shownEnd = operatorEnd(shownTokens, behind);
    if (shownEnd > 0 && shownTokens.get(shownEnd - 1).text().equals(bareTokens.get(at).text())) {
      put(behind, shownEnd);
      at++;
      behind = shownEnd + 1;
      return true;
    }
    if (shownEnd > 0
        && bareTokens.get(at).isWord("in")
        && isWord(shownTokens, shownEnd + 1, "any")) {
      put(behind, shownEnd + 1);
      at++;
      behind = shownEnd + 2;
      return true;
    }
    int bareEnd = operatorEnd(bareTokens, at);
    if (bareEnd > 0 && bareTokens.get(bareEnd - 1).text().equals(shownTokens.get(behind).text())) {
      at = bareEnd + 1;
      behind++;
      return true;
    }
    if (bareEnd > 0
        && shownTokens.get(behind).isWord("in")
        && isWord(bareTokens, bareEnd + 1, "any")) {
      at = bareEnd + 2;
      behind++;
      return true;
    }
    return false;
  }

  private static boolean isWord(List<Token> tokens, int index, String word) {
    return index < tokens.size() && tokens.get(index).isWord(word);
  }

  /** The parenthesis that closes an operator with its schema; 0 if none begins at a token. */
  private static int operatorEnd(List<Token> tokens, int index) {
    if (!tokens.get(index).isWord("operator")) {
      return 0;
    }
    int end = index;
    while (end < tokens.size() && !tokens.get(end).isSymbol(")")) {
      end++;
    }
    return end < tokens.size() ? end : 0;
  }

  /** {@code schema.name} in one of them. */
  private boolean isQualified() {
    if (names(shownTokens, behind, bareTokens.get(at))) {
      put(behind, behind + 2);
      at++;
      behind += 3;
      return true;
    }
    if (names(bareTokens, at, shownTokens.get(behind))) {
      at += 3;
      behind++;
      return true;
    }
    return false;
  }

  private static boolean names(List<Token> tokens, int index, Token name) {
    return index + 2 < tokens.size()
        && tokens.get(index + 1).isSymbol(".")
        && tokens.get(index + 2).text().equals(name.text());
  }

  /** {@code goods.goods} in the one printed without the session's names, of which half is read. */
  private boolean isQualifiedByItsOwnName() {
    boolean half = at > 0 && names(bareTokens, at - 1, bareTokens.get(at - 1));
    at += half ? 2 : 0;
    return half;
  }

  /** Puts tokens of the one in the place of the next of the other. */
  private void put(int from, int to) {
    Token replaced = bareTokens.get(at);
    text.append(bare, copied, replaced.start())
        .append(shown, shownTokens.get(from).start(), shownTokens.get(to).end());
    copied = replaced.end();
  }
}
