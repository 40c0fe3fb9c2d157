package io.argosy.tpcd.model;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What another process has used of the processors. */
final class ProcessorTime {
  private ProcessorTime() {}

  /**
   * In seconds, since it was started.
   *
   * @throws java.util.NoSuchElementException where the system does not tell
   */
  static double seconds(ProcessHandle process) {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  /** The process of a session's backend. */
  static ProcessHandle backend(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
      rows.next();
      return ProcessHandle.of(rows.getLong(1))
          .orElseThrow(() -> new SQLException("the server is not on this machine"));
    }
  }
}
