package io.argosy.coordinator.metadata;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Foreign keys between a distributed table and one that has no placement yet. Each node checks what
 * it has: too strict, but nothing is missed.
 */
public final class HalfPlacedForeignKeys {
  private static final String QUERY = "SELECT * FROM argosy.half_placed_foreign_keys()";

  private static final String HALF_PLACED = "SELECT * FROM argosy.half_placed_pair($1, $2)";

  private HalfPlacedForeignKeys() {}

  /** What to say of those that there are. */
  public static List<String> advice(NodeSession session) {
    return TextResult.run(session, QUERY).rows().stream().map(List::getFirst).toList();
  }

  /**
   * Before a foreign key is added to tables with rows, which would be checked on their nodes.
   *
   * @param session a backend on the home node
   * @param source the table's name as SQL
   * @param target the name of the table that it is to refer to
   * @throws PostgresException 0A000 when that cannot be done
   */
  public static void refuseWithRows(NodeSession session, String source, String target) {
    for (List<String> pair : TextResult.run(session, HALF_PLACED, List.of(source, target)).rows()) {
      String unplaced = pair.get(1);
      if (mayHaveRows(session, unplaced)) {
        throw new PostgresException("0A000", pair.get(0), placeFirst(unplaced));
      }
    }
  }

  /** Who may refer to a table need not be allowed to read it, or all of its rows. */
  private static boolean mayHaveRows(NodeSession session, String table) {
    String name = Identifiers.literal(table);
    String readable =
        "SELECT pg_catalog.has_table_privilege(%s, 'SELECT') AND NOT pg_catalog.row_security_active(%s)"
            .formatted(name, name);
    return !TextResult.run(session, readable).single().equals("t")
        || TextResult.run(session, "SELECT EXISTS (SELECT FROM " + table + ")")
            .single()
            .equals("t");
  }

  private static String placeFirst(String table) {
    return "Place table " + table + " first, so that its rows are where the key is checked.";
  }

  /**
   * A violation of such a key, which a check of all rows might not have found.
   *
   * @param session a backend on the home node, in no transaction
   * @param violation an error with SQLSTATE 23503
   * @return the refusal that it is; empty for a violation of another key
   */
  public static Optional<PostgresException> refusal(
      NodeSession session, PostgresException violation) {
    Map<Character, String> fields = violation.error().fields();
    return TextResult.run(session, QUERY).rows().stream()
        .filter(row -> row.get(1).equals(fields.get('n')) && row.get(3).equals(fields.get('s')))
        .findFirst()
        .map(
            row ->
                new PostgresException(
                    PostgresError.of(
                            "0A000",
                            "foreign key \"%s\" of table \"%s\" sees rows of one node only"
                                .formatted(row.get(1), row.get(2)))
                        .withDetail(violation.error().message())
                        .withHint(row.getFirst() + "."),
                    violation));
  }
}
