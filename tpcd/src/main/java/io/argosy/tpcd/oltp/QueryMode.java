package io.argosy.tpcd.oltp;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Properties;
import org.postgresql.PGConnection;

/** How statements reach the server. */
public enum QueryMode {
  /** In one message, with values as people and pgbench write them: {@code aid = 5}. */
  LITERAL("simple", 0, "one message, values as pgbench writes them"),
  /** In one message, with values as JDBC's driver writes them: {@code aid = ('5'::int4)}. */
  SIMPLE("simple", 0, "one message, values as JDBC writes them (preferQueryMode=simple)"),
  /** As text and values, parsed each time. */
  EXTENDED("extended", 0, "text and values, parsed each time (prepareThreshold=0)"),
  /** Parsed once under a name, and then executed by it. */
  PREPARED("extended", 1, "parsed once under a name (prepareThreshold=1)");

  private final String driverMode;
  private final int prepareThreshold;
  private final String meaning;

  QueryMode(String driverMode, int prepareThreshold, String meaning) {
    this.driverMode = driverMode;
    this.prepareThreshold = prepareThreshold;
    this.meaning = meaning;
  }

  /** Opens a connection whose statements go this way. */
  Connection connect(String url) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("preferQueryMode", driverMode);
    Connection connection = DriverManager.getConnection(url, properties);
    connection.unwrap(PGConnection.class).setPrepareThreshold(prepareThreshold);
    return connection;
  }

  /** Whether values are written into the text before the driver sees it. */
  boolean writesLiterals() {
    return this == LITERAL;
  }

  /** What it is, in words. */
  public String meaning() {
    return meaning;
  }

  /** As options spell it. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
