package io.argosy.console.view;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tables, and where their rows are. */
public final class TablesView {
  private static final Query TABLES =
      Query.of(
          """
          SELECT c.oid::bigint AS oid, n.nspname::text AS schema, c.relname::text AS name,
                 pg_get_userbyid(c.relowner)::text AS owner, c.relkind::text AS kind,
                 coalesce(p.table_type, 'first node') AS placement,
                 p.distribution_column::text AS distribution_column, p.colocation_group,
                 c.reltuples::float8 AS home_rows,
                 CASE WHEN has_schema_privilege(n.oid, 'USAGE')
                      THEN pg_total_relation_size(c.oid) END AS home_bytes
          FROM pg_class c
               JOIN pg_namespace n ON n.oid = c.relnamespace
               LEFT JOIN argosy.placed_tables p ON p.table_name = c.oid
          WHERE c.relkind IN ('r', 'p', 'm') AND n.nspname !~ '^pg_' AND n.nspname <> 'information_schema'
                AND n.nspname NOT IN ('argosy', 'argosy_stage')
          ORDER BY n.nspname, c.relname
          """);
  private static final Query SIZES =
      Query.of(
          """
          SELECT s.schema_name AS schema, s.table_name AS name, s.node, s.bytes, s.rows
          FROM argosy.table_sizes s ORDER BY s.schema_name, s.table_name, s.position
          """);
  private static final Query PRESENT =
      Query.of(
          "SELECT to_regclass('argosy.table_sizes') IS NOT NULL AS sizes"
              + " FROM argosy.nodes n WHERE n.self");
  private static final Query NODES =
      Query.of("SELECT n.name FROM argosy.nodes n ORDER BY n.position");

  private TablesView() {}

  /** All tables of the database, and the sizes of their parts where the coordinator knows them. */
  public static Map<String, Object> read(Connection connection) throws SQLException {
    Map<String, Object> tables = new LinkedHashMap<>();
    tables.put("nodes", NODES.rows(connection).stream().map(node -> node.get("name")).toList());
    tables.put("tables", TABLES.rows(connection));
    boolean sizes = Boolean.TRUE.equals(PRESENT.rows(connection).getFirst().get("sizes"));
    tables.put("sizes", sizes ? SIZES.rows(connection) : List.of());
    return tables;
  }
}
