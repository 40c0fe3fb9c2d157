package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.metadata.SlotMaps;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The rows of the metadata that a server has as a member, which has the definitions by then. */
final class MemberMetadata {
  /**
   * Statements that make a member's rows of the metadata anew, where objects have other numbers.
   */
  private static final String METADATA =
      """
      SELECT pg_catalog.format('INSERT INTO argosy.colocation_groups VALUES (%s, %L)', id, key_type)
      FROM argosy.colocation_groups
      UNION ALL
      SELECT pg_catalog.format(
                 'INSERT INTO argosy.tables VALUES (%L, %L, (SELECT attnum FROM pg_catalog.pg_attribute'
                 ' WHERE attrelid = %L::pg_catalog.regclass AND attname = %L), %L)',
                 t.relation, t.placement, t.relation, a.attname, t.colocation_group)
      FROM argosy.tables t
      LEFT JOIN pg_catalog.pg_attribute a ON a.attrelid = t.relation AND a.attnum = t.distribution_column
      WHERE EXISTS (SELECT FROM pg_catalog.pg_class c WHERE c.oid = t.relation)
      UNION ALL
      SELECT pg_catalog.format('INSERT INTO argosy.safe_functions (function, definition) VALUES (%L, %L)',
                 f.function, f.definition)
      FROM argosy.safe_functions f
      WHERE EXISTS (SELECT FROM pg_catalog.pg_proc p WHERE p.oid = f.function)
      UNION ALL
      SELECT pg_catalog.format('INSERT INTO argosy.materialized_views VALUES (%L::pg_catalog.regclass, %L)',
                 c.oid::pg_catalog.regclass, v.definition)
      FROM pg_catalog.pg_class c LEFT JOIN argosy.materialized_views v ON v.relation = c.oid
      WHERE c.relkind = 'm' AND (v.relation IS NOT NULL OR (SELECT count(*) FROM argosy.nodes) = 1)\
      """;

  /** The tables of such rows, in an order in which they can be emptied. */
  private static final List<String> COPIED =
      List.of("tables", "colocation_groups", "safe_functions", "materialized_views", "nodes");

  private MemberMetadata() {}

  /**
   * Gives a server those of a member.
   *
   * @param names the names of all nodes, with the server's
   * @param position the server's
   */
  static void copy(NodeSession member, NodeSession joining, List<String> names, int position) {
    List<String> statements = new ArrayList<>();
    COPIED.forEach(table -> statements.add("DELETE FROM argosy." + table));
    TextResult.run(member, METADATA).rows().forEach(row -> statements.add(row.getFirst()));
    for (int i = 0; i < names.size(); i++) {
      statements.add(
          "INSERT INTO argosy.nodes VALUES (%d, %s, %s)"
              .formatted(i, Identifiers.literal(names.get(i)), i == position));
    }
    TextResult.run(joining, String.join("; ", statements));
  }

  /** Gives it a map, and a version of the catalog with that map. */
  static void enterMap(SlotMaps.MovedSlots map, NodeSession joining) {
    String owners =
        map.slots().owners().stream().map(String::valueOf).collect(Collectors.joining(","));
    TextResult.run(
        joining,
        "DELETE FROM argosy.slot_map;"
            + " INSERT INTO argosy.slot_map (moves, owners) VALUES (%d, '{%s}');"
                .formatted(map.moves(), owners)
            + " UPDATE argosy.catalog_changes SET changes = 0;"
            + " SELECT argosy.raise_catalog(%d)".formatted(map.firstVersion()));
  }
}
