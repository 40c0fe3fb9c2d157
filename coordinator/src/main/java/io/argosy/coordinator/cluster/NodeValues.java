package io.argosy.coordinator.cluster;

import io.argosy.sql.template.SqlTemplate;
import java.util.Map;

/**
 * What fills the gaps of a plan's statements on one node. The types of columns are known and filled
 * in before that.
 *
 * @param tables SQL for the rows of tables that are not where the plan would make them, by name;
 *     all others are temporary tables
 */
record NodeValues(NodeShares shares, int node, Map<String, String> tables)
    implements SqlTemplate.Values {
  @Override
  public String table(SqlTemplate.Part.Table table) {
    String other = tables.get(table.name());
    return other == null
        ? "pg_temp." + table.name()
        : other + (table.named() ? "" : " AS " + table.name());
  }

  @Override
  public String share(SqlTemplate.Part.Share share) {
    return shares.condition(share.number(), node);
  }

  @Override
  public String type(SqlTemplate.Part.Type type) {
    throw new IllegalStateException("the type of " + type.column() + " is not known");
  }
}
