package io.argosy.server.check;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.metadata.SlotMaps;
import io.argosy.coordinator.metadata.SlotMaps.MovedSlots;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Rows of distributed tables that are on another node than owns their keys, where no query by key
 * finds them. While slots move, a node is looked at before and the map after it: so what is wrong
 * is told if it is so in each of several looks.
 */
final class RowsOfOthers {
  private static final int LOOKS = 4;
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

  private static final String TABLES =
      "SELECT t.relation, a.attname, g.key_type FROM argosy.tables t"
          + " JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) t.relation"
          + " JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) t.relation"
          + " AND a.attnum OPERATOR(pg_catalog.=) t.distribution_column"
          + " JOIN argosy.colocation_groups g ON g.id OPERATOR(pg_catalog.=) t.colocation_group"
          + " WHERE NOT c.relispartition ORDER BY t.relation::pg_catalog.text";

  private final Cluster cluster;

  RowsOfOthers(Cluster cluster) {
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
      return look(sessions);
    } finally {
      sessions.forEach(NodeSession::close);
    }
  }

  private List<Finding> look(List<NodeSession> sessions) {
    NodeSession home = sessions.get(Cluster.HOME);
    if (TextResult.run(home, "SELECT pg_catalog.to_regclass('argosy.slot_map')").single() == null) {
      return List.of();
    }
    for (int look = 1; ; look++) {
      List<MovedSlots> maps = maps(sessions);
      List<Finding> wrong = wrong(sessions, maps);
      if (wrong.isEmpty()) {
        int tables = TextResult.run(home, TABLES).rows().size();
        return List.of(
            Finding.ok(
                Finding.CLUSTER,
                "the rows of distributed tables are on the nodes that own their keys: " + tables));
      }
      if (look >= LOOKS && maps.equals(maps(sessions))) {
        return wrong;
      }
      pause();
    }
  }

  private List<MovedSlots> maps(List<NodeSession> sessions) {
    return sessions.stream()
        .map(session -> SlotMaps.of(TextResult.run(session, SlotMaps.QUESTION)))
        .toList();
  }

  private List<Finding> wrong(List<NodeSession> sessions, List<MovedSlots> maps) {
    if (maps.stream().distinct().count() > 1) {
      return List.of(
          Finding.wrong(
              Finding.CLUSTER,
              "argosy.slot_map is not the same on all nodes: "
                  + cluster.positions().stream()
                      .map(node -> name(node) + " has seen " + maps.get(node).moves() + " moves")
                      .collect(Collectors.joining(", ")),
              "If nobody moves slots now, a transaction is in doubt (argosy.transactions), or a"
                  + " node was restored from a backup: restore all of them from the same time."));
    }
    List<Finding> wrong = new ArrayList<>();
    for (int node = 0; node < sessions.size(); node++) {
      for (List<String> table : TextResult.run(sessions.get(node), TABLES).rows()) {
        wrong.addAll(rowsOfOthers(sessions.get(node), node, table, maps.get(node)));
      }
    }
    return wrong;
  }

  private List<Finding> rowsOfOthers(
      NodeSession session, int node, List<String> table, MovedSlots map) {
    String owner =
        KeyType.of(table.get(2)).nodeExpression(Identifiers.quote(table.get(1)), map.slots());
    String question =
        "SELECT %1$s, pg_catalog.count(*) FROM %2$s WHERE %1$s OPERATOR(pg_catalog.<>) %3$d GROUP BY 1"
            .formatted(owner, table.getFirst(), node);
    try {
      return TextResult.run(session, question).rows().stream()
          .map(
              row ->
                  Finding.wrong(
                      name(node),
                      "has %s rows of table %s that node %s owns"
                          .formatted(
                              row.get(1), table.getFirst(), name(Integer.parseInt(row.get(0)))),
                      "No query by key finds them. They were written past the coordinator: put them"
                          + " in again through it, and delete them on the node."))
          .toList();
    } catch (PostgresException e) {
      return List.of(
          Finding.wrong(
              name(node),
              "does not let table %s be read: %s".formatted(table.getFirst(), e.error().message()),
              "GRANT SELECT on it to the administrator of the configuration, who must see all"
                  + " rows."));
    }
  }

  private String name(int node) {
    return cluster.nodes().get(node).name();
  }

  private static void pause() {
    try {
      Thread.sleep(BETWEEN_LOOKS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("57014", "the check was interrupted");
    }
  }
}
