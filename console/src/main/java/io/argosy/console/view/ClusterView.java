package io.argosy.console.view;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The cluster at a glance. Relations that a coordinator does not have (yet) are left away. */
public final class ClusterView {
  private static final Query NODES =
      Query.of("SELECT n.position, n.name, n.self AS home FROM argosy.nodes n ORDER BY n.position");
  private static final Query STATES =
      Query.of(
          """
          SELECT s.position, s.slots, s.problem, s.answer_ms, s.server_version, s.bytes,
                 s.backends, s.backends_limit, s.standbys,
                 (extract(epoch FROM s.started) * 1000)::bigint AS started_at
          FROM argosy.node_states s ORDER BY s.position
          """);
  private static final Query COORDINATORS =
      Query.of(
          """
          SELECT c.id::text AS id, (extract(epoch FROM c.since) * 1000)::bigint AS since
          FROM argosy.coordinators c ORDER BY c.since
          """);
  private static final Query TRANSACTIONS =
      Query.of(
          """
          SELECT t.gid, t.node, t.owner, (extract(epoch FROM t.prepared) * 1000)::bigint AS prepared_at,
                 t.coordinator_alive, t.decision
          FROM argosy.transactions t ORDER BY t.prepared, t.gid, t.node
          """);
  private static final Query PRESENT =
      Query.of(
          """
          SELECT to_regclass('argosy.node_states') IS NOT NULL AS states
          FROM argosy.nodes n WHERE n.self
          """);

  private ClusterView() {}

  /** Nodes, coordinators, and what is in doubt. */
  public static Map<String, Object> read(Connection connection) throws SQLException {
    Map<String, Object> present = PRESENT.rows(connection).getFirst();
    Map<String, Object> cluster = new LinkedHashMap<>();
    cluster.put("nodes", NODES.rows(connection));
    cluster.put("coordinators", COORDINATORS.rows(connection));
    cluster.put("transactions", TRANSACTIONS.rows(connection));
    cluster.put("states", whereThere(present.get("states"), STATES, connection));
    return cluster;
  }

  private static List<Map<String, Object>> whereThere(
      Object there, Query query, Connection connection) throws SQLException {
    return Boolean.TRUE.equals(there) ? query.rows(connection) : List.of();
  }
}
