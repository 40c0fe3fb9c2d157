package io.argosy.coordinator.rewrite;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.coordinator.catalog.TableFact;
import java.util.List;
import java.util.Optional;

/**
 * The columns that a statement has added to a table.
 *
 * @param columns all of them
 * @param unknownFunction why a function of a default may give something else on other nodes, or
 *     than all rows would make it give
 */
record AddedColumns(List<AddedColumn> columns, Optional<String> unknownFunction) {
  /**
   * @param definition its type with its collation, as SQL
   * @param value SQL for the value of its default
   * @param varies whether that value may differ from row to row or node to node
   * @param perRow whether it may differ from row to row
   */
  record AddedColumn(
      String name, String definition, String value, boolean varies, boolean perRow) {}

  private static final String DEFINITIONS =
      """
      SELECT a.attname,
             pg_catalog.concat_ws(' COLLATE ', pg_catalog.format_type(a.atttypid, a.atttypmod),
                                  CASE WHEN a.attcollation <> y.typcollation
                                       THEN a.attcollation::pg_catalog.regcollation END),
             a.attidentity <> '' OR coalesce(d.adbin, y.typdefaultbin)::pg_catalog.text ~ '\\{NEXTVALUEEXPR '
             OR EXISTS (SELECT FROM pg_catalog.regexp_matches(coalesce(d.adbin, y.typdefaultbin)::pg_catalog.text,
                                                              ':(?:op)?funcid (\\d+)', 'g') f
                        JOIN pg_catalog.pg_proc p ON p.oid = f[1]::pg_catalog.oid WHERE p.provolatile = 'v')
      FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
      LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > $2::pg_catalog.int4 AND NOT a.attisdropped
      ORDER BY a.attnum\
      """;

  private static final String UNKNOWN =
      """
      SELECT pg_catalog.format('function %s may see one node''s rows only', p.oid::pg_catalog.regprocedure)
      FROM pg_catalog.pg_attribute a
      JOIN pg_catalog.pg_type y ON y.oid = a.atttypid
      LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      CROSS JOIN pg_catalog.regexp_matches(coalesce(d.adbin, y.typdefaultbin)::pg_catalog.text,
                                           ':(?:op)?funcid (\\d+)', 'g') f
      JOIN pg_catalog.pg_proc p ON p.oid = f[1]::pg_catalog.oid
      WHERE a.attrelid = $1::pg_catalog.oid AND a.attnum > $2::pg_catalog.int4 AND NOT a.attisdropped
        AND a.attgenerated = '' AND p.provolatile <> 'i'
        AND p.pronamespace <> 'pg_catalog'::pg_catalog.regnamespace
        AND NOT EXISTS (SELECT FROM argosy.safe_functions s WHERE s.function = p.oid)
        AND NOT EXISTS (SELECT FROM pg_catalog.pg_depend e
                        WHERE e.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass
                          AND e.objid = p.oid AND e.deptype = 'e')
      LIMIT 1\
      """;

  /**
   * @param numbered how many columns the table has ever had before
   */
  static AddedColumns of(NodeSession home, TableFact table, String numbered) {
    List<String> parameters = List.of(table.oid(), numbered);
    List<AddedColumn> columns =
        TextResult.run(home, DEFINITIONS, parameters).rows().stream()
            .map(row -> column(table.column(row.get(0)), row.get(1), row.get(2)))
            .toList();
    Optional<String> unknown =
        TextResult.run(home, UNKNOWN, parameters).rows().stream().map(List::getFirst).findFirst();
    return new AddedColumns(columns, unknown);
  }

  private static AddedColumn column(TableFact.Column column, String definition, String perRow) {
    return new AddedColumn(
        column.name(), definition, column.defaultExpression(), column.varies(), "t".equals(perRow));
  }

  List<AddedColumn> varying() {
    return columns.stream().filter(AddedColumn::varies).toList();
  }

  boolean vary() {
    return !varying().isEmpty();
  }
}
