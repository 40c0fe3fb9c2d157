package io.argosy.server.rebalance;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What has to move so that each node has its share.
 *
 * @param moves from which node to which, each pair once
 */
public record PlannedMoves(List<Move> moves) {
  /** The rows of a node are taken to be spread over its slots evenly. */
  private static final String QUESTION =
      """
      WITH parts AS (
        SELECT n.name, coalesce(sum(s.bytes), 0) AS bytes,
               (SELECT count(*) FROM argosy.slot_map m, unnest(m.owners) AS o (owner)
                WHERE o.owner = n.position) AS slots
        FROM argosy.nodes n
        LEFT JOIN (argosy.table_sizes s JOIN argosy.placed_tables t
                   ON t.table_name = to_regclass(format('%I.%I', s.schema_name, s.table_name))
                   AND t.table_type = 'distributed') ON s.position = n.position
        GROUP BY n.name, n.position
      )
      SELECT p.source, p.target, sum(cardinality(p.slots)),
             (sum(cardinality(p.slots)) * max(s.bytes) / greatest(max(s.slots), 1))::bigint
      FROM argosy.rebalance_plan(?, 1024) p JOIN parts s ON s.name = p.source
      GROUP BY p.source, p.target ORDER BY p.source, p.target\
      """;

  /**
   * Slots of one node that another one is to have.
   *
   * @param bytes how large the tables' parts in them are, about
   */
  public record Move(String source, String target, int slots, long bytes) {}

  /**
   * Asks a coordinator.
   *
   * @param drained the node that is to have no slots any more
   * @throws SQLException 42704 for a node that is not there
   */
  public static PlannedMoves of(Connection connection, Optional<String> drained)
      throws SQLException {
    List<Move> moves = new ArrayList<>();
    try (PreparedStatement statement = connection.prepareStatement(QUESTION)) {
      statement.setString(1, drained.orElse(null));
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          moves.add(
              new Move(rows.getString(1), rows.getString(2), rows.getInt(3), rows.getLong(4)));
        }
      }
    }
    return new PlannedMoves(List.copyOf(moves));
  }

  /** How many slots move. */
  public int slots() {
    return moves.stream().mapToInt(Move::slots).sum();
  }

  /** About how many bytes of tables move. */
  public long bytes() {
    return moves.stream().mapToLong(Move::bytes).sum();
  }
}
