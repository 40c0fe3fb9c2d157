package io.argosy.tests.regression;

/**
 * What became of one statement.
 *
 * @param reason of a refusal, the harmless rule, or what is wrong; empty if the answers are equal
 * @param detail both answers, cut
 */
record Verdict(String file, int line, String sql, Kind kind, String reason, String detail) {
  /** Before a statement that has made a table, where it is about the table's placement. */
  static final String OF_PLACEMENT = "placement of ";

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

  /** Names the statement without quoting it; numbers of TOAST tables are others in each run. */
  String hash() {
    String plain = sql.replaceAll("\\s+", " ").replaceAll("pg_toast_\\d+", "pg_toast");
    return "%08x".formatted(plain.hashCode());
  }

  /** Whether it is about placing a table, which stays local then, and no statement of the file. */
  boolean isOfPlacement() {
    return sql.startsWith(OF_PLACEMENT);
  }

  String location() {
    return file + ":" + line;
  }

  @Override
  public String toString() {
    return "%s %s (%s) %s%n%s%n%s".formatted(kind, location(), hash(), reason, sql, detail);
  }
}
