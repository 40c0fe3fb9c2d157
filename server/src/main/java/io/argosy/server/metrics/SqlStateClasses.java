package io.argosy.server.metrics;

import java.util.Set;

/** The classes of PostgreSQL's error codes, as its manual lists them (appendix A). */
final class SqlStateClasses {
  /** What functions of users raise may be of any class, of which there are too many for labels. */
  private static final String OTHER = "other";

  private static final Set<String> KNOWN =
      Set.of(
          "00", "01", "02", "03", "08", "09", "0A", "0B", "0F", "0L", "0P", "0Z", "10", "20", "21",
          "22", "23", "24", "25", "26", "27", "28", "2B", "2D", "2F", "34", "38", "39", "3B", "3D",
          "3F", "40", "42", "44", "53", "54", "55", "57", "58", "72", "F0", "HV", "P0", "XX");

  private SqlStateClasses() {}

  /** The class of a code: its first two characters where PostgreSQL has such a class. */
  static String of(String sqlState) {
    String start = sqlState.length() < 2 ? sqlState : sqlState.substring(0, 2);
    return KNOWN.contains(start) ? start : OTHER;
  }
}
