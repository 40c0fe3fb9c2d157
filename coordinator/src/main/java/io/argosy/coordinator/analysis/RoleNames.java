package io.argosy.coordinator.analysis;

import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.List;

/**
 * Constants of type {@code regrole}, which PostgreSQL does not accept in the body of a function.
 * They are names, and mean the same as those names converted when the statement runs.
 */
final class RoleNames {
  private static final String TYPE = "regrole";

  private RoleNames() {}

  /** The statement with conversions of text in the place of the constants. */
  static String convertedIn(String sql) {
    List<Token> tokens = SqlLexer.tokens(sql);
    if (tokens.stream().noneMatch(token -> token.isWord(TYPE))) {
      return sql;
    }
    StringBuilder text = new StringBuilder();
    int copied = 0;
    for (int i = 0; i < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (token.kind() != Token.Kind.STRING) {
        continue;
      }
      if (isConvertedBehind(tokens, i + 1) || isArgumentOfType(tokens, i)) {
        text.append(sql, copied, token.end()).append("::pg_catalog.text");
        copied = token.end();
      } else if (i > 0 && tokens.get(i - 1).isWord(TYPE)) {
        int start = typeStart(tokens, i - 1);
        text.append(sql, copied, tokens.get(start).start())
            .append("CAST(")
            .append(token.text())
            .append("::pg_catalog.text AS pg_catalog.regrole)");
        copied = token.end();
      }
    }
    return text.append(sql, copied, sql.length()).toString();
  }

  /** Whether {@code ::regrole}, or {@code AS regrole} of a CAST, begins at a token. */
  private static boolean isConvertedBehind(List<Token> tokens, int at) {
    boolean conversion =
        at < tokens.size() && (tokens.get(at).isSymbol("::") || tokens.get(at).isWord("as"));
    if (!conversion) {
      return false;
    }
    List<String> type = new ArrayList<>();
    for (int i = at + 1; i < Math.min(at + 4, tokens.size()); i++) {
      type.add(tokens.get(i).value());
    }
    return !type.isEmpty()
        && (type.getFirst().equals(TYPE)
            || (type.size() == 3
                && type.getFirst().equals("pg_catalog")
                && type.get(2).equals(TYPE)));
  }

  /** Whether it is converted as by a function that is called like the type. */
  private static boolean isArgumentOfType(List<Token> tokens, int at) {
    return at > 1
        && at + 1 < tokens.size()
        && tokens.get(at - 2).isWord(TYPE)
        && tokens.get(at - 1).isSymbol("(")
        && tokens.get(at + 1).isSymbol(")");
  }

  private static int typeStart(List<Token> tokens, int type) {
    boolean qualified =
        type > 1 && tokens.get(type - 1).isSymbol(".") && tokens.get(type - 2).isWord("pg_catalog");
    return qualified ? type - 2 : type;
  }
}
