package io.argosy.tpcd.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** A PostgreSQL setting for the time of a run. */
public record SessionSetting(String name, String value) {
  /**
   * Reads {@code name=value}.
   *
   * @throws IllegalArgumentException for anything else
   */
  public static SessionSetting parse(String text) {
    int equals = text.indexOf('=');
    if (equals < 1 || !text.substring(0, equals).matches("[A-Za-z_.]+")) {
      throw new IllegalArgumentException("not a setting: " + text + " (name=value is one)");
    }
    return new SessionSetting(text.substring(0, equals), text.substring(equals + 1));
  }

  /** As {@link #parse} reads it. */
  @Override
  public String toString() {
    return name + "=" + value;
  }

  void apply(Server server) throws ServerFailedException {
    try {
      apply(server.connection());
    } catch (SQLException e) {
      throw server.failed(e);
    }
  }

  /** Sets it for the rest of a session. */
  public void apply(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("SET " + name + " = '" + value.replace("'", "''") + "'");
    }
  }
}
