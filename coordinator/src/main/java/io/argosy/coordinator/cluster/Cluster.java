package io.argosy.coordinator.cluster;

import io.argosy.node.Node;
import io.argosy.node.NodeSession;
import io.argosy.node.SessionOptions;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The nodes of one database. Nodes may join, behind those that are there; none leaves. A
 * coordinator has one, which grows when it learns of nodes that have joined, and each session
 * another one, which follows it between statements. Thread-safe.
 */
public final class Cluster {
  /** The position of the home node. */
  public static final int HOME = 0;

  private final String database;
  private final String administrator;
  private volatile List<Node> nodes;

  /**
   * @param nodes at least one; the first one is the home node, which answers for system catalogs,
   *     has the rows of tables without a declared placement, and is locked first by writes to
   *     replicated tables
   * @param database the database's name on every node
   * @param administrator the role that owns Argosy's metadata
   */
  public Cluster(List<Node> nodes, String database, String administrator) {
    this.nodes = List.copyOf(nodes);
    this.database = database;
    this.administrator = administrator;
  }

  /** The nodes as they are now, by position. */
  public List<Node> nodes() {
    return nodes;
  }

  /** The database's name on every node. */
  public String database() {
    return database;
  }

  /** The role that owns Argosy's metadata. */
  public String administrator() {
    return administrator;
  }

  /** One of the first nodes, which does not grow with this one. */
  public Cluster first(int count) {
    return new Cluster(nodes.subList(0, count), database, administrator);
  }

  /** One of the same nodes, for another database that all of them have. */
  public Cluster of(String otherDatabase) {
    return new Cluster(nodes, otherDatabase, administrator);
  }

  /**
   * Has these nodes from now on.
   *
   * @throws IllegalArgumentException when they do not begin with those that are there
   */
  public synchronized void grow(List<Node> all) {
    List<Node> before = nodes;
    if (all.size() < before.size() || !all.subList(0, before.size()).equals(before)) {
      throw new IllegalArgumentException("nodes join behind those that are there");
    }
    nodes = List.copyOf(all);
  }

  /** Has at least so many of another one's nodes from now on, with which it begins. */
  public void follow(Cluster other, int count) {
    if (nodes.size() < count) {
      grow(other.nodes.subList(0, count));
    }
  }

  /** The positions of all nodes. */
  public List<Integer> positions() {
    return IntStream.range(0, nodes.size()).boxed().toList();
  }

  public Node home() {
    return nodes.get(HOME);
  }

  /**
   * A backend for Argosy's own purposes, in which what others have made in a schema of the role's
   * path stands for nothing of PostgreSQL's.
   */
  public NodeSession openAsAdministrator(Node node) {
    return node.open(
        new SessionOptions(database, administrator, Map.of("search_path", "pg_catalog, pg_temp")));
  }
}
