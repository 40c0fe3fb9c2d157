package io.argosy.lab.model;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** What another process has used of the processors. */
public final class ProcessorTime {
  private ProcessorTime() {}

  /**
   * In seconds, since it was started.
   *
   * @throws java.util.NoSuchElementException where the system does not tell
   */
  static double seconds(ProcessHandle process) {
    return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
  }

  /**
   * The same of a process with one thread, to the nanosecond where the system counts so. Otherwise
   * it looks every few milliseconds who runs, and a query that takes less can escape it each time.
   */
  public static double secondsOfBackend(ProcessHandle backend) {
    // Documentation/scheduler/sched-stats.rst: the first number is the time spent on a processor.
    Path statistics = Path.of("/proc", Long.toString(backend.pid()), "schedstat");
    try {
      return Long.parseLong(Files.readString(statistics).split(" ")[0]) / 1e9;
    } catch (IOException e) {
      return seconds(backend);
    }
  }

  /** The process of a session's backend. */
  public static ProcessHandle backend(Statement statement) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT pg_backend_pid()")) {
      rows.next();
      return ProcessHandle.of(rows.getLong(1))
          .orElseThrow(() -> new SQLException("the server is not on this machine"));
    }
  }
}
