package io.argosy.console.view;

import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The console's own questions as {@code argosy.statements} shows them, without their constants: as
 * far as these questions go, which have no comments and no quoted names.
 */
final class OwnText {
  private static final Pattern CONSTANT =
      Pattern.compile("'[^']*'|\\$\\d+|\\?|(?<![\\w.])\\d+(\\.\\d+)?(?!\\w)|\\s+");

  private OwnText() {}

  /** The text with all constants, parameters and spaces alike. */
  static String normalized(String sql) {
    return CONSTANT
        .matcher(sql.strip())
        .replaceAll((MatchResult match) -> match.group().isBlank() ? " " : "?");
  }
}
