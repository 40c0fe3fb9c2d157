package io.argosy.tpcd.oltp;

import java.util.List;
import java.util.Optional;

/**
 * One workload from so many clients on several servers.
 *
 * @param outcomes of the servers that were to run it, in their order
 */
public record Comparison(Workload workload, int clients, List<ServerOutcome> outcomes) {
  public Comparison {
    outcomes = List.copyOf(outcomes);
  }

  /** That of a server, if it was to run it. */
  public Optional<ServerOutcome> of(String server) {
    return outcomes.stream().filter(outcome -> outcome.server().equals(server)).findFirst();
  }
}
