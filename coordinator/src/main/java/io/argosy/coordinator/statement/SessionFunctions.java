package io.argosy.coordinator.statement;

import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Recognises, by their names, calls of functions that concern more of a session than the statement
 * which calls them: its locks, its seed, its settings, or other sessions.
 */
public final class SessionFunctions {
  /** Those that stop another session. */
  public static final Set<String> SIGNALS = Set.of("pg_terminate_backend", "pg_cancel_backend");

  /**
   * Those that leave something in the backend for the rest of its session. The next statement must
   * find it there, and nobody else may.
   */
  private static final Set<String> LEAVING =
      Set.of(
          "setseed",
          "pg_advisory_lock",
          "pg_advisory_lock_shared",
          "pg_try_advisory_lock",
          "pg_try_advisory_lock_shared");

  private static final Set<String> NUMBERS = Set.of("currval", "lastval");
  private static final Set<String> NOTIFY = Set.of("pg_notify");
  private static final Set<String> SETTINGS = Set.of("set_config");

  private SessionFunctions() {}

  /** Whether a statement asks for the numbers that the session has taken from sequences. */
  static boolean askForNumbers(List<Token> tokens) {
    return isCalledIn(tokens, NUMBERS);
  }

  /** Whether a statement tells other sessions something. */
  static boolean tell(List<Token> tokens) {
    return isCalledIn(tokens, NOTIFY);
  }

  /** Whether a statement calls one that leaves something in the backend. */
  static boolean areCalledIn(List<Token> tokens) {
    return isCalledIn(tokens, LEAVING);
  }

  /** Whether a text calls set_config, be it PostgreSQL's or a function of a user's. */
  public static boolean setSettings(List<Token> tokens) {
    return isCalledIn(tokens, SETTINGS);
  }

  /** Whether a text stops other sessions. */
  static boolean signal(List<Token> tokens) {
    return IntStream.range(0, tokens.size() - 1)
        .anyMatch(i -> SIGNALS.contains(tokens.get(i).value()) && isCalled(tokens, i));
  }

  /** Whether a token is the name of a function of PostgreSQL that is called. */
  public static boolean isCalled(List<Token> tokens, int name) {
    return isName(tokens.get(name))
        && tokens.get(name + 1).isSymbol("(")
        && firstOfName(tokens, name) >= 0;
  }

  /** Where the name of a function of PostgreSQL begins; -1 if it is one of another schema. */
  public static int firstOfName(List<Token> tokens, int name) {
    if (name == 0 || !tokens.get(name - 1).isSymbol(".")) {
      return name;
    }
    boolean ofPostgres = name > 1 && tokens.get(name - 2).value().equals("pg_catalog");
    return ofPostgres ? name - 2 : -1;
  }

  private static boolean isName(Token token) {
    return token.kind() == Token.Kind.WORD || token.kind() == Token.Kind.QUOTED_IDENTIFIER;
  }

  /** Whether a text calls a function of one of these names. */
  private static boolean isCalledIn(List<Token> tokens, Set<String> names) {
    for (int i = 0; i + 1 < tokens.size(); i++) {
      Token token = tokens.get(i);
      if (isName(token) && names.contains(token.value()) && tokens.get(i + 1).isSymbol("(")) {
        return true;
      }
    }
    return false;
  }
}
