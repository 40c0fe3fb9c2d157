package io.argosy.coordinator.session;

import io.argosy.coordinator.catalog.Identifiers;
import io.argosy.planner.parse.SqlLexer;
import io.argosy.planner.parse.Token;
import java.util.List;
import java.util.Map;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The functions of PostgreSQL that tell of the session that calls them, while a backend works for
 * many. A text that calls them calls Argosy's of the same names with what the coordinator knows.
 */
final class SessionCalls {
  private final Map<String, Supplier<String>> arguments;

  SessionCalls(IntSupplier processId, SessionChannels channels) {
    this.arguments =
        Map.of(
            "pg_backend_pid",
            () -> Integer.toString(processId.getAsInt()),
            "pg_listening_channels",
            () ->
                channels.names().stream()
                    .map(Identifiers::literal)
                    .collect(Collectors.joining(", ", "ARRAY[", "]::pg_catalog.text[]")));
  }

  /**
   * Whether a text may call them.
   *
   * @param folded the text in lower case
   */
  boolean mayBeIn(String folded) {
    return arguments.keySet().stream().anyMatch(folded::contains);
  }

  /** The text with other calls in the place of these; the same if it has none. */
  String replacedIn(String sql) {
    List<Token> tokens = SqlLexer.tokens(sql);
    StringBuilder text = new StringBuilder();
    int copied = 0;
    for (int i = 0; i + 2 < tokens.size(); i++) {
      Supplier<String> argument = arguments.get(tokens.get(i).value());
      int first = firstOfName(tokens, i);
      if (argument != null
          && first >= 0
          && isName(tokens.get(i))
          && tokens.get(i + 1).isSymbol("(")
          && tokens.get(i + 2).isSymbol(")")) {
        text.append(sql, copied, tokens.get(first).start())
            .append("argosy.")
            .append(tokens.get(i).value())
            .append('(')
            .append(argument.get())
            .append(')');
        copied = tokens.get(i + 2).end();
      }
    }
    return text.append(sql, copied, sql.length()).toString();
  }

  /** Where the name of a function of PostgreSQL begins; -1 if it is one of another schema. */
  private static int firstOfName(List<Token> tokens, int name) {
    if (name == 0 || !tokens.get(name - 1).isSymbol(".")) {
      return name;
    }
    boolean ofPostgres = name > 1 && tokens.get(name - 2).value().equals("pg_catalog");
    return ofPostgres ? name - 2 : -1;
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_IDENTIFIER;
  }
}
