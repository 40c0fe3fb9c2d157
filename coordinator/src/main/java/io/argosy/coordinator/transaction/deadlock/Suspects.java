package io.argosy.coordinator.transaction.deadlock;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.transaction.deadlock.Party.Backend;
import io.argosy.coordinator.transaction.deadlock.Party.Transaction;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What coordinators tell each other of their transactions over several nodes that have lasted for a
 * while, in {@code argosy.suspects} on the home node. Each repeats with every look what still
 * holds; what nobody has repeated for ten seconds counts no more.
 *
 * @param owners whose transactions backends were working for at a time before they were read
 * @param again those of them of which that was told after a given time
 */
record Suspects(Map<Backend, Transaction> owners, Map<Backend, Transaction> again) {
  /** The home node's time. */
  static String time(NodeSession home) {
    return TextResult.run(home, "SELECT pg_catalog.clock_timestamp()").single();
  }

  /**
   * Tells the others of a coordinator's own, and reads all.
   *
   * @param home a session of the administrator's
   * @param coordinator its number
   * @param time the home node's time before it was looked who these are
   * @param own all of them; what was told before counts no more
   * @param since the time after which {@link #again} was told
   */
  static Suspects exchange(
      NodeSession home,
      long coordinator,
      String time,
      Collection<WaitingTransaction> own,
      String since) {
    TextResult.run(
        home,
        "DELETE FROM argosy.suspects WHERE coordinator = "
            + coordinator
            + " OR told_at < pg_catalog.now() - interval '1 minute'"
            + (own.isEmpty() ? "" : "; " + telling(time, own)));
    Map<Backend, Transaction> owners = new HashMap<>();
    Map<Backend, Transaction> again = new HashMap<>();
    for (List<String> row :
        TextResult.run(
                home,
                "SELECT node, process, started_at, coordinator, number, told_at > "
                    + Identifiers.literal(since)
                    + " FROM argosy.suspects"
                    + " WHERE told_at > pg_catalog.now() - interval '10 seconds'")
            .rows()) {
      Backend backend = new Backend(Integer.parseInt(row.get(0)), Integer.parseInt(row.get(1)));
      Transaction transaction =
          new Transaction(
              Long.parseLong(row.get(2)), Long.parseLong(row.get(3)), Long.parseLong(row.get(4)));
      owners.put(backend, transaction);
      if (row.get(5).equals("t")) {
        again.put(backend, transaction);
      }
    }
    return new Suspects(Map.copyOf(owners), Map.copyOf(again));
  }

  private static String telling(String time, Collection<WaitingTransaction> own) {
    return own.stream()
        .flatMap(
            waiting ->
                waiting.backends().stream()
                    .map(part -> row(waiting.name(), part.node(), part.process(), time)))
        .collect(
            Collectors.joining(
                ", ",
                "INSERT INTO argosy.suspects"
                    + " (coordinator, number, started_at, node, process, told_at) VALUES ",
                ""));
  }

  private static String row(Transaction transaction, int node, int process, String time) {
    return "("
        + transaction.coordinator()
        + ", "
        + transaction.number()
        + ", "
        + transaction.startedAt()
        + ", "
        + node
        + ", "
        + process
        + ", "
        + Identifiers.literal(time)
        + ")";
  }
}
