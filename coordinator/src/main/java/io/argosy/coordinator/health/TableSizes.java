package io.argosy.coordinator.health;

import static io.argosy.coordinator.cluster.Identifiers.literal;

import io.argosy.coordinator.cluster.Cluster;
import java.util.ArrayList;
import java.util.List;

/** The rows of {@code argosy.table_sizes}; nodes that do not answer have none. */
final class TableSizes {
  private static final String QUESTION =
      """
      SELECT n.nspname, c.relname, pg_total_relation_size(c.oid), c.reltuples
      FROM argosy.tables t JOIN pg_class c ON c.oid = t.relation JOIN pg_namespace n ON n.oid = c.relnamespace
      """;

  private final Cluster cluster;
  private final NodeSurvey survey;

  TableSizes(Cluster cluster) {
    this.cluster = cluster;
    this.survey = new NodeSurvey(cluster, QUESTION);
  }

  /** Asks the nodes; the values of a row for each table of each. */
  List<String> rows() {
    List<String> rows = new ArrayList<>();
    for (NodeSurvey.Answer answer : survey.ask()) {
      String node =
          answer.position() + ", " + literal(cluster.nodes().get(answer.position()).name());
      for (List<String> told : answer.rows()) {
        rows.add(
            String.join(
                ", ",
                node,
                literal(told.get(0)),
                literal(told.get(1)),
                told.get(2) == null ? "NULL" : told.get(2),
                told.get(3)));
      }
    }
    return rows;
  }
}
