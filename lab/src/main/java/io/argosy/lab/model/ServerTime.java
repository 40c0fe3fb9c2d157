package io.argosy.lab.model;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.stream.Stream;

/**
 * What the processes of a PostgreSQL server have used of the processors: its backends, and those
 * that read for them.
 *
 * @param seconds by process, since it was started
 */
record ServerTime(Map<Long, Double> seconds) {
  ServerTime {
    seconds = Map.copyOf(seconds);
  }

  /** Of the server of a session. */
  static ServerTime now(Statement statement) throws SQLException {
    Map<Long, Double> seconds = new HashMap<>();
    for (ProcessHandle process : processes(statement)) {
      try {
        seconds.put(process.pid(), ProcessorTime.secondsOfBackend(process));
      } catch (NoSuchElementException e) {
        // It has ended since it was listed.
      }
    }
    return new ServerTime(seconds);
  }

  /** The server's processes, the one that starts the others first. */
  static List<ProcessHandle> processes(Statement statement) throws SQLException {
    ProcessHandle first = ProcessorTime.backend(statement).parent().orElseThrow();
    return Stream.concat(Stream.of(first), first.children()).toList();
  }

  /** What they have used since then; a process that has ended meanwhile is not counted. */
  double since(ServerTime before) {
    return seconds.entrySet().stream()
        .mapToDouble(
            process -> process.getValue() - before.seconds.getOrDefault(process.getKey(), 0.0))
        .sum();
  }
}
