package io.argosy.coordinator.health;

import static io.argosy.coordinator.cluster.Identifiers.literal;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.SlotMap;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The rows of {@code argosy.node_states}. */
final class NodeStates {
  private static final int COLUMNS = 6;

  /** What is the administrator's to see: the view shows standbys to those whom PostgreSQL would. */
  private static final String QUESTION =
      """
      SELECT current_setting('server_version'), pg_postmaster_start_time(),
             pg_database_size(current_database()),
             (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'),
             current_setting('max_connections'),
             (SELECT coalesce(jsonb_agg(jsonb_build_object(
                         'name', application_name, 'address', host(client_addr), 'state', state,
                         'sync', sync_state,
                         'lag_bytes', pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn),
                         'lag_ms', extract(epoch FROM replay_lag) * 1000)
                         ORDER BY application_name, pid), '[]')
              FROM pg_stat_replication)\
      """;

  private final Cluster cluster;
  private final Supplier<SlotMap> slots;
  private final NodeSurvey survey;

  NodeStates(Cluster cluster, Supplier<SlotMap> slots) {
    this.cluster = cluster;
    this.slots = slots;
    this.survey = new NodeSurvey(cluster, QUESTION);
  }

  /** Asks the nodes; the values of one row each. */
  List<String> rows() {
    SlotMap map = slots.get();
    return survey.ask().stream().map(answer -> row(answer, map.slots(answer.position()))).toList();
  }

  private String row(NodeSurvey.Answer answer, List<Integer> owned) {
    List<String> values = new ArrayList<>();
    values.add(Integer.toString(answer.position()));
    values.add(literal(cluster.nodes().get(answer.position()).name()));
    values.add(owned.isEmpty() ? "NULL" : Integer.toString(owned.getFirst()));
    values.add(Integer.toString(owned.size()));
    values.add(answer.problem().map(problem -> literal(problem)).orElse("NULL"));
    values.add(answer.problem().isPresent() ? "NULL" : Double.toString(answer.milliseconds()));
    List<String> told = answer.rows().stream().findFirst().orElse(List.of());
    for (int i = 0; i < COLUMNS; i++) {
      values.add(i < told.size() && told.get(i) != null ? literal(told.get(i)) : "NULL");
    }
    return String.join(", ", values);
  }
}
