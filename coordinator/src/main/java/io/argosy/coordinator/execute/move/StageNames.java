package io.argosy.coordinator.execute.move;

import io.argosy.coordinator.analysis.PlannedStatement.StageTable;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.snapshot.Workplace;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the tables of a statement's stages are called where it runs. They are temporary tables,
 * except in a transaction that may write: one that has touched temporary tables cannot be prepared
 * to commit. There they are unlogged tables under names that nobody has used before, since a name
 * is taken until a prepared transaction has ended, and are dropped with the statement.
 */
public final class StageNames {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Map<String, String> permanent;

  private StageNames(Map<String, String> permanent) {
    this.permanent = permanent;
  }

  /** The names of stages, which run in the transaction that is open or in one of their own. */
  public static StageNames of(List<StageTable> stages, NodeBackends backends) {
    Map<String, String> names = new LinkedHashMap<>();
    if (backends.inTransaction() && !Workplace.isApart(backends)) {
      stages.forEach(stage -> names.put(stage.name(), unused()));
    }
    return new StageNames(names);
  }

  /** A name as SQL for a table that is made and dropped within one transaction. */
  public static String unused() {
    return "argosy_stage.t" + Long.toHexString(RANDOM.nextLong());
  }

  /** A stage's table as SQL. */
  public String of(StageTable stage) {
    return permanent.getOrDefault(stage.name(), stage.qualifiedName());
  }

  /** The statement that makes a stage's table, empty. */
  public String definition(StageTable stage) {
    return definition(stage, " " + stage.columnDefinitions(), "");
  }

  /** The statement that makes a stage's table of a query's rows, with the same columns. */
  public String definition(StageTable stage, String query) {
    return definition(stage, "", " AS " + query);
  }

  private String definition(StageTable stage, String columns, String rows) {
    return permanent.isEmpty()
        ? "CREATE TEMPORARY TABLE " + stage.name() + columns + " ON COMMIT DROP" + rows
        : "CREATE UNLOGGED TABLE " + of(stage) + columns + rows;
  }

  /** SQL for the tables that are not temporary, by the plan's names. */
  public Map<String, String> permanent() {
    return permanent;
  }
}
