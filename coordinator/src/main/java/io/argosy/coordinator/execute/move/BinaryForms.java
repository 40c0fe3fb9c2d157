package io.argosy.coordinator.execute.move;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Set;

/** Values are moved in their binary form, which those of a few types (aclitem) do not have. */
final class BinaryForms {
  private static final String UNDEFINED_FUNCTION = "42883";

  /** Of PostgreSQL's source, which miss the functions that convert values. */
  private static final Set<String> ROUTINES =
      Set.of(
          "getTypeBinaryInputInfo",
          "getTypeBinaryOutputInfo",
          "array_send",
          "array_recv",
          "get_range_io_data",
          "get_multirange_io_data");

  private BinaryForms() {}

  /** What a client is told of an error of a move: a refusal where values could not be moved. */
  static PostgresException told(PostgresError error) {
    return told(new PostgresException(error));
  }

  /** The same of its exception. */
  static PostgresException told(PostgresException failure) {
    PostgresError error = failure.error();
    boolean missing =
        error.sqlState().equals(UNDEFINED_FUNCTION)
            && ROUTINES.contains(error.fields().getOrDefault('R', ""));
    return missing
        ? new PostgresException(
            "0A000",
            "values without a binary form cannot be moved: " + error.message(),
            "Convert them to text, or use a table without a placement.")
        : failure;
  }
}
