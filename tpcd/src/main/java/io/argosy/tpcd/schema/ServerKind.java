package io.argosy.tpcd.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Tells an Argosy coordinator, which can say how it answers, from any other server. */
public final class ServerKind {
  private static final String UNDEFINED_OBJECT = "42704";

  private ServerKind() {}

  /**
   * Whether the server has the setting {@code argosy.version}. The connection must be in autocommit
   * mode, because on other servers the question is an error.
   */
  public static boolean isArgosy(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet version = statement.executeQuery("SHOW argosy.version")) {
      return version.next();
    } catch (SQLException e) {
      if (UNDEFINED_OBJECT.equals(e.getSQLState())) {
        return false;
      }
      throw e;
    }
  }
}
