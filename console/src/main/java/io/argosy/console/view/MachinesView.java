package io.argosy.console.view;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;

/** What the nodes' machines did in the last five minutes, for who may see it. */
public final class MachinesView {
  /** Of many nodes the last seconds come first. */
  private static final int MOST = 4000;

  private static final Query SAMPLES =
      Query.of(
          """
          SELECT r.node, (extract(epoch FROM r.at) * 1000000)::bigint AS at_microseconds, r.seconds,
                 r.processors, r.user_share, r.system_share, r.iowait_share, r.disk_busy_share,
                 r.disk_read_bytes, r.disk_write_bytes, r.network_in_bytes, r.network_out_bytes,
                 r.loopback_bytes, r.memory_total, r.memory_available
          FROM argosy.node_resources r
               LEFT JOIN unnest(?::text[], ?::bigint[]) AS seen (node, at_microseconds)
                         ON seen.node = r.node
          WHERE r.at > clock_timestamp() - interval '5 minutes'
                AND (seen.node IS NULL
                     OR (extract(epoch FROM r.at) * 1000000)::bigint > seen.at_microseconds)
          ORDER BY r.at DESC, r.node LIMIT ?
          """);

  private MachinesView() {}

  /**
   * A row for each node and sample that is later than those that were seen, the oldest first; none
   * for a role that may not see them.
   *
   * @param nodes names of nodes of which samples were seen
   * @param last when the last one of each of them ended, in microseconds since 1970
   */
  public static Map<String, Object> read(Connection connection, List<String> nodes, List<Long> last)
      throws SQLException {
    List<Map<String, Object>> samples =
        SAMPLES.rows(
            connection,
            connection.createArrayOf("text", nodes.toArray()),
            connection.createArrayOf("bigint", last.toArray()),
            MOST);
    return Map.of("samples", samples.reversed());
  }
}
