package io.argosy.tests.load;

import java.util.List;

/**
 * What a kind of processes takes for a statement of a client.
 *
 * @param what the statement
 * @param where the processes
 * @param amount microseconds of processor time for each statement, or something that is counted
 * @param ratio to what it is measured by: it is recorded, and compared with what was recorded
 * @param bound how many times the recorded ratio is too much
 */
record ProcessorShare(String what, String where, double amount, double ratio, double bound) {
  /** What both are about, to look it up. */
  String key() {
    return what + "," + where;
  }

  /** As cells of a line. */
  List<String> cells() {
    return List.of(what, where, "%.1f".formatted(amount), "%.2f".formatted(ratio));
  }
}
