package io.argosy.tests.load;

import java.util.List;

/**
 * What a kind of processes takes for a statement.
 *
 * @param what the statement
 * @param where the processes
 * @param microseconds of processor time for each statement
 * @param ratio to the processor time of one PostgreSQL without Argosy, for the same statement
 */
record ProcessorShare(String what, String where, double microseconds, double ratio) {
  /** What both are about, to look it up. */
  String key() {
    return what + "," + where;
  }

  /** As cells of a line. */
  List<String> cells() {
    return List.of(what, where, "%.1f".formatted(microseconds), "%.2f".formatted(ratio));
  }
}
