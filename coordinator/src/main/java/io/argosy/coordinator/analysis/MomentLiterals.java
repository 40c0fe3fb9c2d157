package io.argosy.coordinator.analysis;

import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Constants such as {@code timestamptz 'now'} and {@code date 'tomorrow'}, which PostgreSQL
 * replaces by the time at which it reads them: the start of its transaction. Each node would take
 * its own, and a text that is kept would have that of another day.
 */
public final class MomentLiterals {
  private static final Set<String> ALONE = Set.of("now", "today", "tomorrow", "yesterday");

  private static final Pattern CONVERTED =
      Pattern.compile(
          "(?i)'[^']*\\b(now|today|tomorrow|yesterday)\\b[^']*'::[^()]*\\)::(time|date)");

  private MomentLiterals() {}

  /**
   * Whether PostgreSQL's own text of a statement has the time in the place of such constants: it
   * holds for one execution.
   */
  public static boolean replacedIn(PlannedStatement planned) {
    return planned.canonical().filter(text -> replaced(planned.sql(), text)).isPresent();
  }

  /** Whether a statement depends on when a node reads it, or converts such a constant. */
  static boolean dependOnNode(String sql, String canonical) {
    return mentionsMoment(sql) && (replaced(sql, canonical) || CONVERTED.matcher(canonical).find());
  }

  private static boolean replaced(String sql, String canonical) {
    return mentionsMoment(sql) && count(sql) > count(canonical);
  }

  /**
   * Whether a text has one of the words. It may be long, and is looked through character by
   * character.
   */
  private static boolean mentionsMoment(String text) {
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case 'n', 'N', 't', 'T', 'y', 'Y' -> {
          if (isMomentAt(text, i)) {
            return true;
          }
        }
        default -> {}
      }
    }
    return false;
  }

  private static boolean isMomentAt(String text, int at) {
    if (at > 0 && isWordCharacter(text.charAt(at - 1))) {
      return false;
    }
    for (String word : ALONE) {
      int end = at + word.length();
      if (text.regionMatches(true, at, word, 0, word.length())
          && (end == text.length() || !isWordCharacter(text.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWordCharacter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_';
  }

  private static long count(String sql) {
    return SqlLexer.tokens(sql).stream().filter(MomentLiterals::isMoment).count();
  }

  private static boolean isMoment(Token token) {
    return token.kind() == Token.Kind.STRING && mentionsMoment(token.value());
  }

  /**
   * Sees that DDL has no such constant by itself. In a default or a view, it would be another time
   * on each node.
   *
   * @throws PostgresException 0A000 if there may be one
   */
  public static void requireNoneIn(List<Token> definition) {
    for (Token token : definition) {
      boolean alone =
          token.kind() == Token.Kind.STRING
              && ALONE.contains(token.value().strip().toLowerCase(Locale.ROOT));
      if (alone) {
        throw new PostgresException(
            "0A000",
            "the constant " + token.text() + " would be another time on each node",
            "Write now() or CURRENT_DATE, or the time itself.");
      }
    }
  }
}
