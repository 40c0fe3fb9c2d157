package io.argosy.planner.movement;

import io.argosy.planner.facts.Colocation;
import io.argosy.planner.facts.Placement;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.movement.rows.FromEntry;
import io.argosy.planner.movement.rows.Site;
import io.argosy.planner.plan.Share;
import io.argosy.planner.write.Trees;
import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import org.apache.calcite.sql.SqlNode;

/**
 * A replicated table of which each node reads its share.
 *
 * @param relation the table as the planner sees it, divided among the nodes
 * @param item what stands in the place of its entry in FROM
 * @param words for EXPLAIN
 */
public record CarvedTable(Relation relation, SqlNode item, String words) {
  /**
   * @param column by which it is divided
   */
  public static CarvedTable of(
      Context context, Site.Table table, int column, Share.Division division, Colocation group) {
    Relation whole = table.relation();
    Relation.Column key = whole.columns().get(column);
    String name = key.name();
    int number =
        context
            .moves()
            .share(new Share(context.statement().text(Trees.name(name)), !key.notNull(), division));
    Relation relation =
        Relation.temporary(
            context.statement().names().of("share_" + number),
            whole.columns(),
            new Placement.Hash(group, name),
            whole.rows());
    SqlNode item =
        FromEntry.renamed(
            table,
            own ->
                new SharedTable(
                    List.of(relation.schema(), relation.name()),
                    own,
                    SqlTemplate.of(new SqlTemplate.Part.Share(number))));
    return new CarvedTable(
        relation, item, "CARVE " + whole.name() + " (" + division.words(name) + ")");
  }
}
