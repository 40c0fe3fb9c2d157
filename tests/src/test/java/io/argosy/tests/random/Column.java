package io.argosy.tests.random;

import java.util.List;

/**
 * A value that expressions may use.
 *
 * @param text how it is written there
 * @param domain what columns with the same domain are joined on, empty if it is a column of no kind
 *     of key
 * @param samples literals that occur among its values
 * @param padded whether its type is char(n), whose equal values may have different lengths
 * @param plain whether nested queries may use it: a column, not an expression over groups
 */
record Column(
    String text, Kind kind, String domain, List<String> samples, boolean padded, boolean plain) {

  /** The value of an expression. */
  static Column of(String text, Kind kind) {
    return new Column(text, kind, "", List.of(), false, false);
  }

  Column as(String newText) {
    return new Column(newText, kind, domain, samples, padded, true);
  }

  /** The text as part of a larger expression, where char(n) must not meet other lengths. */
  String operand() {
    return padded ? text + "::text" : text;
  }
}
