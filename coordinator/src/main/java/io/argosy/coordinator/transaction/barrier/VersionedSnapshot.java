package io.argosy.coordinator.transaction.barrier;

import java.util.List;

/**
 * A snapshot, and the version of the node's catalog that is seen in it.
 *
 * @param version as {@code argosy.catalog_version()} tells it
 */
public record VersionedSnapshot(NodeSnapshot snapshot, long version) {
  /** The columns that a node is asked for. */
  public static final String COLUMNS =
      "pg_catalog.pg_current_snapshot(),"
          + " (SELECT pg_catalog.sum(changes)::pg_catalog.int8 FROM argosy.catalog_changes)";

  /** Reads the row that a node has answered. */
  public static VersionedSnapshot of(List<String> row) {
    return new VersionedSnapshot(NodeSnapshot.parse(row.get(0)), Long.parseLong(row.get(1)));
  }
}
