package io.argosy.tpcd.cli;

import io.argosy.tpcd.run.ServerFailedException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.sql.SQLException;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** Turns failures into what a person needs to know: what went wrong, and what to do about it. */
public final class Failures {
  private Failures() {}

  /** A failure while talking to the server at a URL. */
  static String describe(String url, SQLException failure) {
    String server = withoutPassword(url);
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnknownHostException) {
        return "unknown host in %s%nCheck the host name.".formatted(server);
      }
      if (cause instanceof ConnectException) {
        return "cannot connect to %s: %s%nIs the server running, and is this its port?"
            .formatted(server, cause.getMessage());
      }
    }
    String message = message(failure);
    String state = failure.getSQLState() == null ? "" : failure.getSQLState();
    return switch (state) {
      case "28P01", "28000", "08004" ->
          "%s refused the login: %s%nGive user and password in the URL: %s"
              .formatted(server, message, "jdbc:postgresql://host/database?user=..&password=..");
      case "3D000" ->
          "%s: %s%nCreate the database first, or name another one.".formatted(server, message);
      case "42P01" ->
          "%s: %s%nLoad the data first: ./argosy tpcd load --url '%s' --scale ..."
              .formatted(server, message, server);
      case "42P07" ->
          "%s: %s%nTo drop what is there and load again, add --replace.".formatted(server, message);
      case "53100" ->
          "%s: %s%nFree some space, or keep the data on another disk.".formatted(server, message);
      case "08001" ->
          failure instanceof PSQLException
              ? "cannot connect to %s: %s".formatted(server, message)
              : "not a PostgreSQL URL: %s%nIt must look like %s"
                  .formatted(server, "jdbc:postgresql://host:5432/database");
      default -> "%s: %s %s".formatted(server, state, message);
    };
  }

  /** A failure that ended a run. */
  public static String describe(ServerFailedException failure) {
    return describe(failure.url(), failure.failure());
  }

  /** A server has no record of a load that would tell its scale. */
  static String notLoaded(String url) {
    return ("%s has no finished load of TPC-D.%nLoad it: ./argosy tpcd load --url ... --scale ..."
            + "%nOr say its scale, if another program loaded it: --scale")
        .formatted(withoutPassword(url));
  }

  private static String message(SQLException failure) {
    ServerErrorMessage server =
        failure instanceof PSQLException postgres ? postgres.getServerErrorMessage() : null;
    if (server == null || server.getMessage() == null) {
      return failure.getMessage();
    }
    StringBuilder message = new StringBuilder(server.getMessage());
    if (server.getDetail() != null) {
      message.append(System.lineSeparator()).append(server.getDetail());
    }
    if (server.getHint() != null) {
      message.append(System.lineSeparator()).append(server.getHint());
    }
    return message.toString();
  }

  static String withoutPassword(String url) {
    return url.replaceAll("(?i)([?&]password=)[^&]*", "$1***")
        .replaceAll("(//[^/:@]*:)[^/@]*@", "$1***@");
  }
}
