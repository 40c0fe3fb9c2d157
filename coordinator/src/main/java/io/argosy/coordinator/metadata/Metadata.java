package io.argosy.coordinator.metadata;

import io.argosy.coordinator.analysis.FactsDocument;
import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.facts.Volatility;
import io.argosy.protocol.authentication.UserSalts;
import io.argosy.protocol.message.PostgresException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Schema {@code argosy} on the nodes: made at the first start, checked at every other. */
public final class Metadata {
  /** What makes the schema, in this order. */
  private static final List<String> DEFINITIONS =
      List.of(
          Resources.read("metadata.sql"),
          Resources.read("key_types.sql"),
          Resources.read("placement_rules.sql"),
          Resources.read("attach.sql"),
          Resources.read("effects.sql"),
          Resources.read("policies.sql"),
          Resources.read("facts.sql"),
          // What is asked under a session's own search_path.
          Resources.read("questions.sql"),
          Resources.read("visible.sql"),
          Resources.read("table.sql"),
          Resources.read("temporary_use.sql"),
          Resources.read("move_rules.sql"),
          Resources.read("placeable.sql"),
          Resources.read("half_placed_foreign_keys.sql"),
          Resources.read("foreign_keys.sql"),
          PlacementRules.DEFINITION,
          PlacementRules.PLANNED_ONCE);

  /** An advisory lock that keeps two coordinators from making the schema at the same time. */
  private static final long LOCK = 0x4152474f5359L;

  private final Cluster cluster;

  public Metadata(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * Makes the schema where it is missing and sees that every node is the one it was.
   *
   * @throws PostgresException 55000 when the nodes are not those that the data was placed on
   */
  public void prepare() {
    List<Node> nodes = cluster.nodes();
    for (int position = 0; position < nodes.size(); position++) {
      try (NodeSession session = cluster.openAsAdministrator(nodes.get(position))) {
        TextResult.run(session, "BEGIN");
        define(session);
        enter(session, position);
        TextResult.run(session, "COMMIT");
      }
    }
  }

  /** Makes the schema, or what is missing or older of it, in the transaction that is open. */
  public static void define(NodeSession session) {
    TextResult.run(session, "SELECT pg_advisory_xact_lock(" + LOCK + ")");
    TextResult.run(session, "SET LOCAL client_min_messages = warning");
    DEFINITIONS.forEach(definition -> TextResult.run(session, definition));
  }

  private void enter(NodeSession session, int position) {
    List<Node> nodes = cluster.nodes();
    TextResult.run(session, "SELECT argosy.note_even_slots(" + nodes.size() + ")");
    if (!verify(session, position)) {
      for (int i = 0; i < nodes.size(); i++) {
        TextResult.run(
            session,
            "INSERT INTO argosy.nodes VALUES ("
                + i
                + ", "
                + Identifiers.literal(nodes.get(i).name())
                + ", "
                + (i == position)
                + ")");
      }
    }
  }

  /**
   * Sees that a node is the one it was. The schema must be there.
   *
   * @param position the node's position
   * @return false if the nodes have not been entered yet
   * @throws PostgresException 55000 when it is another node or belongs to another cluster
   */
  public boolean verify(NodeSession session, int position) {
    List<Node> nodes = cluster.nodes();
    List<List<String>> rows =
        TextResult.run(session, "SELECT position, name, self FROM argosy.nodes ORDER BY position")
            .rows();
    if (rows.isEmpty()) {
      return false;
    }
    List<String> known = rows.stream().map(row -> row.get(1)).toList();
    List<String> members = nodes.stream().map(Node::name).toList();
    // A node that has joined may be in doubt here, or has just done so.
    int both = Math.min(known.size(), members.size());
    if (!members.subList(0, both).equals(known.subList(0, both)) || position >= known.size()) {
      throw new PostgresException(
          "55000",
          "node "
              + nodes.get(position).name()
              + " belongs to a cluster of the nodes "
              + known
              + ", but those of this one are "
              + members,
          "List the nodes under the names of argosy.nodes.");
    }
    if (!rows.get(position).get(2).equals("t")) {
      throw new PostgresException(
          "55000",
          "the server configured as node "
              + nodes.get(position).name()
              + " says that it is another one",
          "Compare the addresses in the configuration with argosy.nodes on each server.");
    }
    return true;
  }

  /**
   * Sees that a node has joined.
   *
   * @param members with the node
   * @throws PostgresException 55000 when it is another node
   */
  public static void requireMember(Cluster members, int position) {
    Node node = members.nodes().get(position);
    try (NodeSession session = members.openAsAdministrator(node)) {
      if (!new Metadata(members).verify(session, position)) {
        throw new PostgresException(
            "55000",
            "the server configured as node " + node.name() + " is no member of the cluster",
            "Compare the addresses in the configuration with argosy.nodes on each server.");
      }
    }
  }

  /**
   * The salts of users of whom no verifier is stored. The schema must be there.
   *
   * @throws PostgresException when the home node cannot be asked
   */
  public UserSalts userSalts() {
    try (NodeSession session = cluster.openAsAdministrator(cluster.home())) {
      return new UserSalts(
          HexFormat.of()
              .parseHex(
                  TextResult.run(
                          session,
                          "SELECT pg_catalog.encode(nonce, 'hex') FROM argosy.mock_authentication")
                      .single()));
    }
  }

  /** The volatility of pg_catalog's functions; of overloaded ones the most volatile. */
  public Map<String, Volatility> builtins() {
    Map<String, Volatility> builtins = new HashMap<>();
    try (NodeSession session = cluster.openAsAdministrator(cluster.home())) {
      for (List<String> row :
          TextResult.run(
                  session,
                  "SELECT proname, provolatile FROM pg_catalog.pg_proc"
                      + " WHERE pronamespace = 'pg_catalog'::pg_catalog.regnamespace")
              .rows()) {
        builtins.merge(
            row.get(0),
            FactsDocument.volatility(row.get(1)),
            (a, b) -> a.compareTo(b) >= 0 ? a : b);
      }
    }
    return Map.copyOf(builtins);
  }
}
