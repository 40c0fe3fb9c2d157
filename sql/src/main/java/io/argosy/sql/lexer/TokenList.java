package io.argosy.sql.lexer;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The tokens of one statement, with the partner of each bracket. */
public final class TokenList {
  private static final Token NONE = new Token(Token.Kind.PUNCTUATION, 0, 0, "", "");

  private final List<Token> tokens;
  private final int[] partner;

  /** Fails with {@link UnreadableException} when brackets do not pair. */
  public TokenList(List<Token> tokens) {
    this.tokens = tokens;
    this.partner = new int[tokens.size()];
    Deque<Integer> open = new ArrayDeque<>();
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.opensBracket()) {
        open.push(i);
      } else if (token.closesBracket()) {
        if (open.isEmpty()) {
          throw new UnreadableException("unbalanced brackets");
        }
        partner[i] = open.pop();
        partner[partner[i]] = i;
      }
    }
    if (!open.isEmpty()) {
      throw new UnreadableException("unbalanced brackets");
    }
  }

  public int size() {
    return tokens.size();
  }

  /** The token, or one that is nothing outside the text. */
  public Token at(int index) {
    return index >= 0 && index < tokens.size() ? tokens.get(index) : NONE;
  }

  public boolean word(int index, String word) {
    return at(index).isWord(word);
  }

  public boolean symbol(int index, String symbol) {
    return at(index).isSymbol(symbol);
  }

  /**
   * The index of the bracket that closes the one at the index.
   *
   * @throws UnreadableException if there is none, where PostgreSQL's syntax is another one
   */
  public int close(int index) {
    if (!at(index).opensBracket()) {
      throw new UnreadableException("an opening bracket is missing");
    }
    return partner[index];
  }

  /** The index of the bracket that opens the one that closes at the index. */
  public int open(int index) {
    return partner[index];
  }

  /** The index after the bracketed group at the index, or after the token there. */
  public int skip(int index) {
    return at(index).opensBracket() ? close(index) + 1 : index + 1;
  }

  /** The first index in a range, outside brackets and CASE, of one of the words; -1 if none. */
  public int find(int from, int to, String... words) {
    int cases = 0;
    for (int i = from; i < to; i = skip(i)) {
      if (word(i, "case")) {
        cases++;
      } else if (word(i, "end") && cases > 0) {
        cases--;
      } else if (cases == 0) {
        for (String word : words) {
          if (word(i, word) && !symbol(i - 1, ".")) {
            return i;
          }
        }
      }
    }
    return -1;
  }

  /** The text of tokens as the user wrote it, with single blanks. */
  public String text(int from, int to) {
    StringBuilder text = new StringBuilder();
    for (int i = from; i < to; i++) {
      if (i > from && at(i).start() > at(i - 1).end()) {
        text.append(' ');
      }
      text.append(at(i).text());
    }
    return text.toString();
  }
}
