package io.argosy.tests.random;

import java.util.List;

/**
 * A value that expressions may use.
 *
 * @param text how it is written there
 * @param domain what columns with the same domain are joined on, empty if it is a column of no kind
 *     of key
 * @param samples literals that occur among its values
 * @param form whether equal values have the same text
 * @param plain whether nested queries may use it: a column, not an expression over groups
 */
record Column(
    String text, Kind kind, String domain, List<String> samples, Form form, boolean plain) {

  /** The value of an expression. */
  static Column of(String text, Kind kind) {
    return new Column(text, kind, "", List.of(), Form.EXACT, false);
  }

  Column as(String newText) {
    return new Column(newText, kind, domain, samples, form, true);
  }

  /** The text as part of a larger expression, where equal values must have the same text. */
  String operand() {
    return form.exact(kind, text);
  }

  /** The same value so that equal ones have the same text. */
  Column exact() {
    return new Column(operand(), kind, domain, samples, Form.EXACT, plain);
  }
}
