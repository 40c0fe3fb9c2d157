package io.argosy.tests.differential;

/** A running database that the suites talk to over JDBC. */
public interface Database {

  /**
   * A URL for the PostgreSQL driver that needs nothing more to connect, user and password included.
   */
  String jdbcUrl();

  /**
   * Whether tables are placed on nodes here, so that placement is declared and strategies are
   * explained.
   */
  boolean distributed();
}
