package io.argosy.coordinator.cluster.tuning;

import io.argosy.node.Machine;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of a node and a role on it.
 *
 * @param databaseBytes the size of the database on this node
 * @param sharedBuffersBytes the server's own cache
 * @param effectiveCacheBytes what the server takes for its cache and the operating system's
 * @param chosen the planner settings that the server's administrator or the role has chosen
 * @param machine the machine; empty where nothing beside the server could tell
 */
public record NodeProfile(
    long databaseBytes,
    long sharedBuffersBytes,
    long effectiveCacheBytes,
    Set<String> chosen,
    Optional<Machine> machine) {
  private static final String SIZES =
      "SELECT pg_catalog.pg_database_size(pg_catalog.current_database()),"
          + " pg_catalog.pg_size_bytes(pg_catalog.current_setting('shared_buffers')),"
          + " pg_catalog.pg_size_bytes(pg_catalog.current_setting('effective_cache_size'))";

  private static final String CHOSEN =
      "SELECT name FROM pg_catalog.pg_settings WHERE source <> 'default' AND name IN"
          + " ('seq_page_cost', 'random_page_cost', 'effective_cache_size')";

  /**
   * Asks a node. Any role may ask.
   *
   * @param session a backend of the role with no settings of a session's
   */
  public static NodeProfile of(NodeSession session, Optional<Machine> machine) {
    List<String> sizes = TextResult.run(session, SIZES).rows().getFirst();
    Set<String> chosen = new HashSet<>();
    TextResult.run(session, CHOSEN).rows().forEach(row -> chosen.add(row.getFirst()));
    return new NodeProfile(
        Long.parseLong(sizes.get(0)),
        Long.parseLong(sizes.get(1)),
        Long.parseLong(sizes.get(2)),
        chosen,
        machine);
  }
}
