package io.argosy.sql.lexer;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits the text of a simple query into its statements, as psql does: at semicolons outside
 * parentheses and outside the {@code BEGIN ATOMIC .. END} body of a function.
 */
public final class StatementSplitter {
  private StatementSplitter() {}

  /**
   * A statement of a text.
   *
   * @param start how many characters, as PostgreSQL counts them, stand before it
   * @param sql the statement without its semicolon
   * @param comments those that stand before and behind it; empty where there are none
   */
  public record Part(int start, String sql, String comments) {
    private Part commented(String more) {
      // In a line of their own, since those before may end with their line.
      return new Part(start, sql, (comments + "\n" + more.strip()).strip());
    }
  }

  /** The statements; empty ones are left out. */
  public static List<Part> split(String sql) {
    List<Part> statements = new ArrayList<>();
    List<Token> tokens = SqlLexer.tokens(sql);
    int first = -1;
    int before = 0;
    int parentheses = 0;
    int bodies = 0;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.isSymbol(";") && parentheses <= 0 && bodies == 0) {
        if (first >= 0) {
          statements.add(part(sql, before, tokens.get(first), tokens.get(i - 1), token.start()));
        }
        first = -1;
        before = token.end();
        parentheses = 0;
        continue;
      }
      if (first < 0) {
        first = i;
      }
      if (token.isSymbol("(")) {
        parentheses++;
      } else if (token.isSymbol(")")) {
        parentheses--;
      } else if (parentheses == 0 && createsRoutine(tokens, first)) {
        bodies += nesting(tokens, i, bodies);
      }
    }
    if (first >= 0) {
      statements.add(part(sql, before, tokens.get(first), tokens.getLast(), sql.length()));
    } else if (!statements.isEmpty()) {
      // Behind the last semicolon.
      statements.add(statements.removeLast().commented(sql.substring(before)));
    }
    return statements;
  }

  private static Part part(String sql, int before, Token first, Token last, int behind) {
    return new Part(
            sql.codePointCount(0, first.start()),
            sql.substring(first.start(), last.end()),
            sql.substring(before, first.start()).strip())
        .commented(sql.substring(last.end(), behind));
  }

  private static int nesting(List<Token> tokens, int i, int bodies) {
    Token token = tokens.get(i);
    boolean qualified = i > 0 && tokens.get(i - 1).isSymbol(".");
    if (qualified) {
      return 0;
    }
    if (token.isWord("begin") && i + 1 < tokens.size() && tokens.get(i + 1).isWord("atomic")
        || bodies > 0 && token.isWord("case")) {
      return 1;
    }
    return bodies > 0 && token.isWord("end") ? -1 : 0;
  }

  private static boolean createsRoutine(List<Token> tokens, int first) {
    int i = first;
    if (!tokens.get(i).isWord("create")) {
      return false;
    }
    i++;
    if (i + 1 < tokens.size()
        && tokens.get(i).isWord("or")
        && tokens.get(i + 1).isWord("replace")) {
      i += 2;
    }
    return i < tokens.size()
        && (tokens.get(i).isWord("function") || tokens.get(i).isWord("procedure"));
  }
}
