package io.argosy.server.check;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reference tables whose copies have not the same rows on all nodes. Others may change a table
 * meanwhile, on one node after the other: its copies differ if they do so in each of several looks.
 */
final class ComparedCopies {
  private static final int LOOKS = 4;
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private static final String TABLES =
      "SELECT t.relation FROM argosy.tables t JOIN pg_catalog.pg_class c"
          + " ON c.oid OPERATOR(pg_catalog.=) t.relation"
          + " WHERE t.placement OPERATOR(pg_catalog.=) 'replicated'"
          + " AND NOT c.relispartition ORDER BY t.relation::pg_catalog.text";

  private static final String DIGEST = "SELECT * FROM argosy.table_digest($1::pg_catalog.regclass)";

  private final Cluster cluster;

  ComparedCopies(Cluster cluster) {
    this.cluster = cluster;
  }

  /** What to say of them. */
  List<Finding> look() {
    List<NodeSession> sessions = new ArrayList<>();
    try {
      for (Node node : cluster.nodes()) {
        NodeSession session = cluster.openAsAdministrator(node);
        sessions.add(session);
        // Who may not read all rows is told so.
        TextResult.run(session, "SET row_security = off");
      }
      return compare(sessions);
    } finally {
      sessions.forEach(NodeSession::close);
    }
  }

  private List<Finding> compare(List<NodeSession> sessions) {
    NodeSession home = sessions.get(Cluster.HOME);
    boolean metadata =
        TextResult.run(home, "SELECT pg_catalog.to_regclass('argosy.tables')").single() != null;
    List<String> tables =
        metadata
            ? TextResult.run(home, TABLES).rows().stream().map(List::getFirst).toList()
            : List.of();
    List<Finding> findings =
        new ArrayList<>(
            tables.stream().flatMap(table -> differing(table, sessions).stream()).toList());
    if (findings.isEmpty()) {
      findings.add(
          Finding.ok(
              Finding.CLUSTER,
              "the copies of reference tables have the same rows on all nodes: " + tables.size()));
    }
    return findings;
  }

  private Optional<Finding> differing(String table, List<NodeSession> sessions) {
    for (int look = 1; ; look++) {
      Map<Copy, List<String>> nodes = new LinkedHashMap<>();
      for (int node = 0; node < sessions.size(); node++) {
        nodes
            .computeIfAbsent(Copy.of(table, sessions.get(node)), copy -> new ArrayList<>())
            .add(cluster.nodes().get(node).name());
      }
      if (nodes.size() == 1 && nodes.keySet().iterator().next().read()) {
        return Optional.empty();
      }
      if (look == LOOKS) {
        return Optional.of(differing(table, nodes));
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(BETWEEN_LOOKS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("57014", "the check was interrupted");
    }
  }

  private static Finding differing(String table, Map<Copy, List<String>> nodes) {
    return Finding.wrong(
        Finding.CLUSTER,
        "the copies of reference table %s differ: %s"
            .formatted(
                table,
                nodes.entrySet().stream()
                    .map(
                        entry ->
                            String.join(", ", entry.getValue()) + ": " + entry.getKey().words())
                    .collect(Collectors.joining("; "))),
        "Look again when nobody changes it. If they still differ, choose the right copy, and load"
            + " the others from it on their nodes, with TRUNCATE and pg_dump --data-only --table.");
  }

  /**
   * What a node says of its copy.
   *
   * @param read whether it lets it be read
   * @param words how many rows it has, and what stands for their values; or why that is not known
   */
  private record Copy(boolean read, String words) {
    static Copy of(String table, NodeSession session) {
      try {
        List<String> digest = TextResult.run(session, DIGEST, List.of(table)).rows().getFirst();
        return new Copy(true, digest.getFirst() + " rows (hashes " + digest.getLast() + ")");
      } catch (PostgresException e) {
        return new Copy(false, e.error().message());
      }
    }
  }
}
