package io.argosy.tests.regression;

/**
 * What became of one statement.
 *
 * @param reason of a refusal, the harmless rule, or what is wrong; empty if the answers are equal
 * @param detail both answers, cut
 */
record Verdict(String file, int line, String sql, Kind kind, String reason, String detail) {
  enum Kind {
    /** The same result. */
    SAME,
    /** The same error. */
    SAME_ERROR,
    /** Another result by a rule of {@link HarmlessRule}. */
    HARMLESS,
    /** Refused on Argosy; the other server has not run it either. */
    REFUSED,
    /** Anything else. */
    WRONG,
    /** A command of psql that no server is asked for, or one that cannot be done here. */
    SKIPPED
  }

  /** Names the statement without quoting it. */
  String hash() {
    return "%08x".formatted(sql.replaceAll("\\s+", " ").hashCode());
  }

  String location() {
    return file + ":" + line;
  }

  @Override
  public String toString() {
    return "%s %s (%s) %s%n%s%n%s".formatted(kind, location(), hash(), reason, sql, detail);
  }
}
