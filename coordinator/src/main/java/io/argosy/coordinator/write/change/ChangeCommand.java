package io.argosy.coordinator.write.change;

import io.argosy.coordinator.analysis.ModifiedRelations;
import io.argosy.coordinator.analysis.PlannedStatement;
import io.argosy.coordinator.analysis.RelationFact;
import io.argosy.coordinator.execute.gather.Gathering;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.SpooledExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.execute.snapshot.Workplace;
import io.argosy.coordinator.metadata.ErrorNames;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import io.argosy.sql.lexer.Token;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Runs a statement that changes rows over copies of its targets on the home node, and carries the
 * difference to the nodes. What it returns is what it has returned over the copies.
 */
public final class ChangeCommand {
  private ChangeCommand() {}

  /**
   * Starts the statement, in the transaction that is open.
   *
   * @throws PostgresException 0A000 for ON CONFLICT, which needs all rows of its target, and
   *     OVERRIDING USER VALUE; what the nodes do not accept
   */
  public static Execution start(PlannedStatement planned, StatementRun run) {
    String canonical = planned.canonical().orElseThrow();
    refuseUnlikeCopies(SqlLexer.tokens(canonical));
    ModifiedRelations modified = planned.modified();
    run.backends().ensureTransaction();
    Workplace workplace = new Workplace(run.backends());
    try {
      workplace.open();
      Gathering gathering = new Gathering(run);
      Map<String, String> names = new HashMap<>();
      List<TargetCopy> copies = new ArrayList<>();
      for (RelationFact target : modified.placed(planned.relations())) {
        TargetCopy copy =
            new TargetCopy(
                workplace,
                run.backends(),
                target,
                assigned(canonical, target, modified, planned),
                planned.checked().scanFilters().get(target.qualifiedName()));
        copy.load(gathering);
        names.put(target.qualifiedName(), copy.name());
        copies.add(copy);
      }
      String statement = gathering.statementOver(workplace, run.backends()::on, planned, names);
      TextResult.run(workplace.session(), "SAVEPOINT argosy_change");
      Execution answer = answer(workplace, statement, gathering, run);
      new NodeChanges(run.backends(), copies).apply();
      TextResult.run(workplace.session(), "RELEASE SAVEPOINT argosy_change");
      workplace.finish();
      return answer;
    } catch (RuntimeException e) {
      workplace.close();
      throw e;
    }
  }

  /** The copies have not all rows of the targets, and no identity columns. */
  private static void refuseUnlikeCopies(List<Token> tokens) {
    for (int i = 0; i + 2 < tokens.size(); i++) {
      if (tokens.get(i).isWord("where")
          && tokens.get(i + 1).isWord("current")
          && tokens.get(i + 2).isWord("of")) {
        throw new PostgresException(
            "0A000",
            "WHERE CURRENT OF is not supported over distributed or reference tables",
            "Name the row by its key.");
      }
      if (tokens.get(i).isWord("on")
          && tokens.get(i + 1).isWord("conflict")
          && !tokens.get(i + 2).isSymbol(".")) {
        throw new PostgresException(
            "0A000",
            "ON CONFLICT in WITH or into a view is not supported over distributed or reference"
                + " tables",
            "Run the INSERT into the table as a statement of its own in the same transaction.");
      }
      if (tokens.get(i).isWord("overriding") && tokens.get(i + 1).isWord("user")) {
        throw new PostgresException(
            "0A000",
            "OVERRIDING USER VALUE in WITH or into a view is not supported over distributed or"
                + " reference tables",
            "Leave the identity column out of the INSERT.");
      }
    }
  }

  /** What a temporary view does not accept is told with the name of the view. */
  private static Execution answer(
      Workplace workplace, String statement, Gathering gathering, StatementRun run) {
    try {
      return new SpooledExecution(
          new NodeExecution(workplace.session(), run.binding().request(statement), run.client()));
    } catch (PostgresException e) {
      throw ErrorNames.replaced(e, gathering.viewNames());
    }
  }

  /** Through a view, columns have other names. */
  private static Set<String> assigned(
      String canonical, RelationFact target, ModifiedRelations modified, PlannedStatement planned) {
    if (!modified.modifiesView(planned.relations())) {
      return AssignedColumns.of(canonical);
    }
    Set<String> all = new HashSet<>();
    target.columns().forEach(column -> all.add(column.name()));
    return all;
  }
}
