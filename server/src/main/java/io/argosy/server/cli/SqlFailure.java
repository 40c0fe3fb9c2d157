package io.argosy.server.cli;

import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** What a server has against a statement, for a person to read. */
final class SqlFailure {
  private SqlFailure() {}

  /** The message with its code, its detail and its hint. */
  static String text(SQLException failure) {
    ServerErrorMessage server =
        failure instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
    if (server == null) {
      return failure.getMessage();
    }
    return server.getMessage()
        + " ("
        + server.getSQLState()
        + ")"
        + (server.getDetail() == null ? "" : "\n  detail: " + server.getDetail())
        + (server.getHint() == null ? "" : "\n  hint: " + server.getHint());
  }
}
