package io.argosy.tpcd.oltp;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A server to compare.
 *
 * @param name what the report calls it
 * @param url its JDBC URL
 * @param processes those that serve, if they are known
 * @param only what is run on it; empty for everything
 */
public record TestedServer(
    String name, String url, Optional<ProcessGroup> processes, Set<Workload> only) {
  public TestedServer {
    only = Set.copyOf(only);
  }

  boolean runs(Workload workload) {
    return only.isEmpty() || only.contains(workload);
  }

  List<ProcessGroup> groups() {
    return processes.stream().toList();
  }
}
