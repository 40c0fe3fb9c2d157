package io.argosy.coordinator.write;

import io.argosy.coordinator.catalog.PlannedStatement;
import io.argosy.coordinator.catalog.RelationFact;
import io.argosy.coordinator.catalog.TableFact;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.PlanExecutor;
import io.argosy.coordinator.execute.StatementPlanner;
import io.argosy.coordinator.execute.StatementRun;
import io.argosy.planner.parse.SqlLexer;
import io.argosy.planner.parse.Token;
import java.util.List;

/** Runs the INSERTs that are not one node's alone. */
public final class InsertCommand {
  private final StatementPlanner planner;
  private final PlanExecutor executor;

  /**
   * @param planner plans sources that are queries over many nodes
   */
  public InsertCommand(StatementPlanner planner, PlanExecutor executor) {
    this.planner = planner;
    this.executor = executor;
  }

  /**
   * Starts an INSERT, in the transaction that is open.
   *
   * @throws io.argosy.agent.postgres.PostgresException what a node does not accept
   */
  public Execution start(PlannedStatement planned, StatementRun run) {
    InsertStatement insert = InsertStatement.parse(planned.canonical().orElseThrow());
    TableFact target = TableFact.read(run.backends().home(), targetOf(insert, planned).oid());
    if (target.partitioned() || target.replicated()) {
      var constant = ConstantInsert.start(insert, target, run);
      if (constant.isPresent()) {
        return constant.get();
      }
    }
    return new StagedInsert(insert, target, run, planner, executor).start(planned);
  }

  private static RelationFact targetOf(InsertStatement insert, PlannedStatement planned) {
    List<Token> name = SqlLexer.tokens(insert.target());
    // Only temporary tables are written without their schema.
    boolean qualified = name.size() > 2 && name.get(1).isSymbol(".");
    String schema = qualified ? name.getFirst().value() : "pg_temp";
    String table = name.get(qualified ? 2 : 0).value();
    return planned.relations().stream()
        .filter(relation -> relation.schema().equals(schema))
        .filter(relation -> relation.name().equals(table))
        .findFirst()
        .orElseThrow();
  }
}
