package io.argosy.coordinator.session;

import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Set;

/**
 * Recognises queries that call a function which leaves something in the backend for the rest of its
 * session: a lock, a seed. The next statement must find it there, and nobody else may.
 */
final class SessionFunctions {
  private static final Set<String> NAMES =
      Set.of(
          "setseed",
          "pg_advisory_lock",
          "pg_advisory_lock_shared",
          "pg_try_advisory_lock",
          "pg_try_advisory_lock_shared");

  private static final Set<String> NUMBERS = Set.of("currval", "lastval");
  private static final Set<String> NOTIFY = Set.of("pg_notify");

  private SessionFunctions() {}

  /** Whether a statement asks for the numbers that the session has taken from sequences. */
  static boolean askForNumbers(List<Token> tokens) {
    return isCalledIn(tokens, NUMBERS);
  }

  /** Whether a statement tells other sessions something. */
  static boolean tell(List<Token> tokens) {
    return isCalledIn(tokens, NOTIFY);
  }

  /** Whether a statement calls one of them. */
  static boolean areCalledIn(List<Token> tokens) {
    return isCalledIn(tokens, NAMES);
  }

  /** Whether a text calls a function of one of these names. */
  static boolean isCalledIn(List<Token> tokens, Set<String> names) {
    for (int i = 0; i + 1 < tokens.size(); i++) {
      Token token = tokens.get(i);
      boolean name =
          token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_IDENTIFIER;
      if (name && names.contains(token.value()) && tokens.get(i + 1).isSymbol("(")) {
        return true;
      }
    }
    return false;
  }
}
