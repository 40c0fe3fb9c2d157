package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.gateway.ClientOutput;
import io.argosy.coordinator.session.backend.Backends;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Set;

/**
 * A placement is a table's, and ends with it. Tools drop tables and make them again, or rename
 * another one to take the place. Then the rule that is declared for the name places the new table,
 * or a notice says that it is not placed as the earlier one was.
 */
public final class NamedPlacements {
  private static final String FOLLOW = "SELECT * FROM argosy.follow_names()";

  private static final String SAVEPOINT = "argosy_placement_rule";

  /** Classes of errors that say nothing of the rule: a lost node, a cancelled statement .. */
  private static final Set<String> OTHER_CAUSES = Set.of("08", "40", "53", "57", "58", "XX", "AR");

  private final Backends backends;
  private final ClientOutput client;
  private final PlacementStatements placements;

  public NamedPlacements(Backends backends, ClientOutput client) {
    this.backends = backends;
    this.client = client;
    this.placements = new PlacementStatements(backends, client);
  }

  /** After a statement that may have given a table its name, on all nodes, in its transaction. */
  public void follow() {
    for (List<String> row : TextResult.run(backends.home(), FOLLOW).rows()) {
      if (row.get(4) == null) {
        tell(row.get(1), row.get(2));
      } else {
        place(row);
      }
    }
  }

  private void place(List<String> row) {
    String table = row.get(1);
    String column = row.get(2);
    backends.transaction().onAllJoined("SAVEPOINT " + SAVEPOINT);
    try {
      placements.placeByRule(row.get(0), column, row.get(3));
    } catch (PostgresException e) {
      if (OTHER_CAUSES.contains(e.error().sqlStateClass())) {
        throw e;
      }
      backends.transaction().onAllJoined("ROLLBACK TO SAVEPOINT " + SAVEPOINT);
      backends.transaction().onAllJoined("RELEASE SAVEPOINT " + SAVEPOINT);
      client.notice(
          PostgresError.of(
                  "WARNING",
                  "01000",
                  "table " + table + " is not placed by its rule: " + e.error().message())
              .withDetail("The rule says: " + kind(column) + ".")
              .withHint(
                  advice(e)
                      + "Place it when it can be: SELECT "
                      + call(table, column)
                      + ". SELECT argosy.forget_placement_rule("
                      + Identifiers.literal(table)
                      + ") ends the rule."));
      return;
    }
    backends.transaction().onAllJoined("RELEASE SAVEPOINT " + SAVEPOINT);
    client.notice(
        PostgresError.of(
            "NOTICE", "00000", "table " + table + " is placed by its rule: " + kind(column)));
  }

  private void tell(String table, String column) {
    String rule =
        column == null
            ? "argosy.declare_reference(" + Identifiers.literal(table) + ")"
            : "argosy.declare_placement("
                + Identifiers.literal(table)
                + ", "
                + Identifiers.literal(column)
                + ")";
    client.notice(
        PostgresError.of(
                "NOTICE",
                "00000",
                "table "
                    + table
                    + " has no placement, which the earlier table of that name had: "
                    + kind(column))
            .withHint(
                "SELECT "
                    + call(table, column)
                    + " places it. SELECT "
                    + rule
                    + " has all later ones placed that are made under that name."));
  }

  private static String advice(PostgresException failure) {
    String hint = failure.error().fields().get('H');
    return hint == null ? "" : hint + " ";
  }

  private static String kind(String column) {
    return column == null ? "a reference table" : "distributed by " + Identifiers.quote(column);
  }

  private static String call(String table, String column) {
    return column == null
        ? "create_reference_table(" + Identifiers.literal(table) + ")"
        : "create_distributed_table("
            + Identifiers.literal(table)
            + ", "
            + Identifiers.literal(column)
            + ")";
  }
}
