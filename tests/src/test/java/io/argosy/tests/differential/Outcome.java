package io.argosy.tests.differential;

import java.util.List;
import java.util.Optional;

/** What a client sees of one statement. */
public sealed interface Outcome {

  /**
   * A result set.
   *
   * @param rows each value as the driver's text, null for NULL
   */
  record Rows(List<Column> columns, List<List<String>> rows) implements Outcome {}

  /** The number of rows that a statement without a result set says it touched; 0 for DDL. */
  record Count(long rows) implements Outcome {}

  /**
   * Everything of an ErrorResponse that PostgreSQL promises to clients; empty strings where it said
   * nothing.
   */
  record Failure(
      String sqlState,
      String message,
      int position,
      String detail,
      String hint,
      String schema,
      String table,
      String column,
      String dataType,
      String constraint)
      implements Outcome {}

  /**
   * The driver gave up without an answer of the server: a lost connection, a timeout, a reply it
   * cannot read.
   */
  record NoAnswer(String message) implements Outcome {}

  /** The description of a result column: its name, its type and the type's modifiers. */
  record Column(String name, String type, int precision, int scale) {
    boolean isFloat() {
      return type.equals("float8") || type.equals("float4");
    }
  }

  /** The failure that an outcome is, if it is one. */
  static Optional<Failure> failureOf(Outcome outcome) {
    return outcome instanceof Failure failure ? Optional.of(failure) : Optional.empty();
  }
}
