package io.argosy.coordinator.statement.placement;

import io.argosy.coordinator.cluster.KeyType;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.metadata.TableFact;
import io.argosy.node.TextResult;
import java.util.List;

/**
 * A trigger that fires before a row is stored may give it another distribution key. So a
 * distributed table that has one has a trigger of Argosy's, too, which fires after the row is
 * stored, by whatever statement, and fails where another node owns it.
 */
public final class OwnerTriggers {
  private static final String NAME = "argosy_owner";

  /**
   * Tables that have a trigger before INSERT or UPDATE, by its bits, and none of Argosy's: name,
   * distribution column and its type.
   */
  private static final String UNGUARDED = "SELECT * FROM argosy.tables_without_owner_trigger()";

  /** Tables that have one which was made before slots could move, as SQL. */
  private static final String OUTDATED = "SELECT * FROM argosy.outdated_owner_triggers()";

  private OwnerTriggers() {}

  /**
   * Makes those anew on all nodes that know no other map than the first one.
   *
   * @return whether there were any
   */
  static boolean renew(NodeBackends backends) {
    List<List<String>> outdated = TextResult.run(backends.home(), OUTDATED).rows();
    for (List<String> table : outdated) {
      backends.runOnEach("DROP TRIGGER " + NAME + " ON " + table.getFirst());
    }
    make(backends);
    return !outdated.isEmpty();
  }

  /** Makes those that are missing, on all nodes, in the transaction that is open. */
  public static void make(NodeBackends backends) {
    for (List<String> table : TextResult.run(backends.home(), UNGUARDED).rows()) {
      String owner =
          "argosy.slot_owner("
              + KeyType.of(table.get(2)).slotExpression("NEW." + table.get(1))
              + ")";
      backends.runOnEach(
          "CREATE TRIGGER "
              + NAME
              + " AFTER INSERT OR UPDATE ON "
              + table.get(0)
              + " FOR EACH ROW WHEN ("
              + owner
              + " OPERATOR(pg_catalog.<>) argosy.own_position())"
              + " EXECUTE FUNCTION argosy.refuse_misplaced_row()");
    }
  }

  /** Drops that of a table which is distributed no more. */
  public static void drop(NodeBackends backends, TableFact table) {
    backends.runOnEach("DROP TRIGGER IF EXISTS " + NAME + " ON " + table.qualifiedName());
  }
}
