package io.argosy.planner.movement;

import io.argosy.planner.facts.Relation;
import io.argosy.sql.parse.TemplateName;
import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;

/** The name of a stage's table in a tree, a gap of the template that is made of it. */
public final class StageName {
  private StageName() {}

  /**
   * The name, to be followed by an alias: names of columns may not be qualified with it.
   *
   * @param table the table as the planner sees it
   */
  public static SqlIdentifier of(Relation table) {
    return new TemplateName(
        List.of(table.schema(), table.name()),
        SqlTemplate.of(new SqlTemplate.Part.Table(table.name(), true)));
  }
}
