package io.argosy.coordinator.statement.definition;

import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The temporary objects of a session before a statement, and what is not temporary and depends on
 * them, to tell what the statement has made of which kind.
 */
final class TemporaryState {
  /** The catalogs of what is in a schema, with the column that says in which. */
  private static final List<String> CATALOGS =
      List.of(
          "pg_class.relnamespace",
          "pg_type.typnamespace",
          "pg_proc.pronamespace",
          "pg_operator.oprnamespace",
          "pg_opclass.opcnamespace",
          "pg_opfamily.opfnamespace",
          "pg_collation.collnamespace",
          "pg_conversion.connamespace",
          "pg_statistic_ext.stxnamespace",
          "pg_ts_config.cfgnamespace",
          "pg_ts_dict.dictnamespace",
          "pg_ts_parser.prsnamespace",
          "pg_ts_template.tmplnamespace");

  /** What belongs to an object, such as a view's query, is as temporary as it is. */
  private static final List<String> PARTS =
      List.of(
          "pg_rewrite.ev_class",
          "pg_trigger.tgrelid",
          "pg_policy.polrelid",
          "pg_attrdef.adrelid",
          "pg_constraint.conrelid",
          "pg_constraint.contypid",
          "pg_statistic_ext.stxrelid");

  private static final String QUERY = query();

  private final NodeSession home;
  private final Set<List<String>> before;

  private TemporaryState(NodeSession home) {
    this.home = home;
    this.before = read();
  }

  /** As it is now. */
  static TemporaryState now(NodeSession home) {
    return new TemporaryState(home);
  }

  private Set<List<String>> read() {
    return new HashSet<>(TextResult.run(home, QUERY).rows());
  }

  /**
   * Whether the statement that has run has made a temporary object.
   *
   * @throws PostgresException 0A000 when it has made something else that depends on one: that is on
   *     every node, and only the home node has the other
   */
  boolean hasMadeTemporary() {
    boolean made = false;
    for (List<String> row : read()) {
      if (before.contains(row)) {
        continue;
      }
      if (row.getFirst().equals("dependent")) {
        throw new PostgresException(
            "0A000",
            named(row.get(1)) + " cannot depend on " + named(row.get(2)) + ", which is temporary",
            "Temporary objects exist on the home node only. Make it temporary, too, in schema"
                + " pg_temp, or use permanent objects.");
      }
      made = true;
    }
    return made;
  }

  /** The schema as the client may call it, and not by the number that it has this time. */
  private static String named(String description) {
    return description.replaceAll("\\bpg_temp_\\d+\\.", "pg_temp.");
  }

  private static String query() {
    return """
    WITH objects (class, oid, version) AS (%s),
    own AS (SELECT * FROM objects UNION %s)
    SELECT 'own', class, oid::pg_catalog.text, version FROM own
    UNION ALL
    SELECT 'dependent', pg_catalog.pg_describe_object(d.classid, d.objid, 0),
           pg_catalog.pg_describe_object(d.refclassid, d.refobjid, 0), NULL
    FROM pg_catalog.pg_depend d
    JOIN own o ON o.class OPERATOR(pg_catalog.=) d.refclassid::pg_catalog.regclass::pg_catalog.text
              AND o.oid OPERATOR(pg_catalog.=) d.refobjid
    LEFT JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) d.objid
    LEFT JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
    WHERE NOT coalesce(pg_catalog.starts_with(n.nspname::pg_catalog.text, 'pg_toast_temp_'), false)
      AND NOT EXISTS (SELECT FROM own p
                      WHERE p.class OPERATOR(pg_catalog.=) d.classid::pg_catalog.regclass::pg_catalog.text
                        AND p.oid OPERATOR(pg_catalog.=) d.objid)
    """
        .formatted(
            CATALOGS.stream()
                .map(
                    catalog ->
                        rows(catalog, "c.%s OPERATOR(pg_catalog.=) pg_catalog.pg_my_temp_schema()"))
                .collect(Collectors.joining(" UNION ALL ")),
            PARTS.stream()
                .map(
                    catalog ->
                        rows(catalog, "c.%s OPERATOR(pg_catalog.=) ANY (SELECT oid FROM objects)"))
                .collect(Collectors.joining(" UNION ")));
  }

  /** The rows of a catalog whose column fulfils a condition; each says whether it has changed. */
  private static String rows(String column, String condition) {
    String[] names = column.split("\\.");
    return "SELECT c.tableoid::pg_catalog.regclass::pg_catalog.text, c.oid,"
        + " pg_catalog.concat(c.ctid, ' ', c.xmin) FROM pg_catalog."
        + names[0]
        + " c WHERE "
        + condition.formatted(names[1]);
  }
}
