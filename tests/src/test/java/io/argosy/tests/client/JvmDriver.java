package io.argosy.tests.client;

import java.sql.SQLException;
import java.util.List;

/**
 * A connection by a driver of Java: what {@link JvmBehaviours} does, in the driver's words. What a
 * driver does not have throws {@link UnsupportedOperationException}. Failures of the server are
 * thrown as the driver's own exceptions, which {@link #described} tells apart from others.
 */
interface JvmDriver extends AutoCloseable {
  /** Rows, or what the command did. */
  List<String> query(String sql, List<DriverValue> parameters) throws SQLException;

  /**
   * Reads rows in parts, in a transaction.
   *
   * @param rows how many rows a part has
   * @param until after how many rows it stops; 0 for all
   */
  Streamed stream(String sql, int rows, int until) throws SQLException;

  /** How many rows were copied. */
  long copyIn(String sql, byte[] data) throws SQLException;

  byte[] copyOut(String sql) throws SQLException;

  /** Runs a statement and cancels it after a second, so that it fails. */
  void cancel(String sql) throws SQLException;

  /** Runs a statement for each of some rows of parameters. */
  void batch(String sql, List<List<DriverValue>> rows) throws SQLException;

  /** What the server had to say beside the answer. */
  List<String> notices(String sql) throws SQLException;

  /** Runs the steps in a transaction, or in a savepoint where there is one already. */
  void transaction(boolean commit, Steps steps) throws SQLException;

  /** What a failure of the server says; null for any other failure. */
  String described(Exception failure);

  @Override
  void close() throws SQLException;

  /** Where connections come from. */
  @FunctionalInterface
  interface Connector {
    /**
     * @param binary whether values travel in binary, in both directions
     */
    JvmDriver connect(boolean binary) throws SQLException;
  }

  /** Steps of a transaction; what fails in them is their own affair. */
  @FunctionalInterface
  interface Steps {
    void run() throws SQLException;
  }

  /**
   * What was read in parts.
   *
   * @param total the sum of the rows' first columns
   */
  record Streamed(int rows, long total) {}
}
