package io.argosy.coordinator.metadata;

import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Map;

/** Errors of relations that stand for the user's, told with the names of these. */
public final class ErrorNames {
  /** The fields that are written for a reader: the message and its context. */
  private static final char[] TEXTS = {'M', 'W'};

  private ErrorNames() {}

  /**
   * The same error with other names.
   *
   * @param names what to say, by the names that the error may have
   */
  public static PostgresException replaced(PostgresException failure, Map<String, String> names) {
    PostgresError error = failure.error();
    for (char field : TEXTS) {
      for (Map.Entry<String, String> name : names.entrySet()) {
        String text = error.fields().get(field);
        if (text != null) {
          error = error.with(field, text.replace(name.getKey(), name.getValue()));
        }
      }
    }
    return new PostgresException(error, failure);
  }
}
