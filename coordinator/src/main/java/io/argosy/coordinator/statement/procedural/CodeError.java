package io.argosy.coordinator.statement.procedural;

import io.argosy.coordinator.metadata.CatalogVersions;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.Set;

/** Errors of PL/pgSQL itself, and which errors a block may handle. */
final class CodeError {
  /** The field in which a server says what of its code has failed. The coordinator's have none. */
  private static final char ROUTINE = 'R';

  /** What a driver is told of a statement that it has to prepare again. */
  private static final String PREPARED_ANEW = "RevalidateCachedQuery";

  /**
   * Classes of errors that one PostgreSQL may not have had: what is refused, lost nodes, conflicts
   * of transactions, what has no room, what is cancelled, and the coordinator's own.
   */
  private static final Set<String> NOT_HANDLED =
      Set.of("0A", "08", "40", "53", "57", "58", "XX", "AR");

  private CodeError() {}

  /** An error as PL/pgSQL has it. */
  static PostgresException of(String sqlState, String message) {
    return new PostgresException(PostgresError.of(sqlState, message).with(ROUTINE, "plpgsql"));
  }

  /** The same with a hint. */
  static PostgresException of(String sqlState, String message, String hint) {
    return new PostgresException(
        PostgresError.of(sqlState, message).withHint(hint).with(ROUTINE, "plpgsql"));
  }

  /** The same with a detail. */
  static PostgresException withDetail(String sqlState, String message, String detail) {
    return new PostgresException(
        PostgresError.of(sqlState, message).withDetail(detail).with(ROUTINE, "plpgsql"));
  }

  /** Whether PostgreSQL has had it, and not the coordinator alone. */
  static boolean isHandled(PostgresException failure) {
    PostgresError error = failure.error();
    String routine = error.fields().get(ROUTINE);
    return routine != null
        && !routine.equals(PREPARED_ANEW)
        && !CatalogVersions.tells(failure)
        && !NOT_HANDLED.contains(error.sqlStateClass());
  }
}
