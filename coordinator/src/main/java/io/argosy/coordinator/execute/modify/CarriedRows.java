package io.argosy.coordinator.execute.modify;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.execute.move.StageNames;
import io.argosy.coordinator.execute.move.TableMove;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.NodeExecution;
import io.argosy.coordinator.execute.run.SpooledExecution;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.node.CommandTag;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.TextResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Rows that a statement of the home node makes in a replicated table, and that go to the other
 * nodes.
 */
public final class CarriedRows {
  private final StatementRun run;
  private final String definition;
  private final List<String> columns;
  private final String made;

  /**
   * @param definition the columns of the rows in parentheses, as CREATE TABLE takes them
   * @param columns their names
   */
  public CarriedRows(StatementRun run, String definition, List<String> columns) {
    this.run = run;
    this.definition = definition;
    this.columns = columns;
    this.made = "argosy_carried_" + run.backends().nextNumber();
  }

  /**
   * Runs the statement on the home node and the changes on the others.
   *
   * @param changing the statement, as a common table expression can have it; behind those that the
   *     client wants it returns the columns of the rows
   * @param binding its parameters
   * @param returned how many columns the client wants
   * @param command the words of the command's tag before the number of rows
   * @param change the statement that makes the same change of the rows of a table
   * @throws io.argosy.protocol.message.PostgresException what a node says; 40001 when one has not
   *     changed the same rows
   */
  public Execution start(
      String changing,
      Binding binding,
      int returned,
      String command,
      Function<String, String> change) {
    NodeSession home = run.backends().home();
    TextResult.run(home, "CREATE TEMPORARY TABLE " + made + " " + definition + " ON COMMIT DROP");
    Execution rows =
        new SpooledExecution(
            new NodeExecution(Cluster.HOME, binding.request(keeping(changing, returned)), run));
    Answer answer = new Answer(rows, returned > 0, command);
    try {
      carry(answer.tag(0), change);
      TextResult.run(home, "DROP TABLE pg_temp." + made);
    } catch (RuntimeException e) {
      rows.close();
      throw e;
    }
    return answer;
  }

  private void carry(String homeTag, Function<String, String> change) {
    if (CommandTag.rows(homeTag) == 0) {
      return;
    }
    Copies.awaitCommits(run.backends());
    for (int node = Cluster.HOME + 1; node < run.backends().cluster().nodes().size(); node++) {
      Copies.requireSame(homeTag, carry(node, change));
    }
  }

  /** The statement, which keeps the rows in a table. */
  private String keeping(String changing, int returned) {
    List<String> clients = names("argosy_returned_", returned);
    List<String> own = names("argosy_made_", columns.size());
    List<String> all = new ArrayList<>(clients);
    all.addAll(own);
    return "WITH argosy_changed ("
        + String.join(", ", all)
        + ") AS ("
        + changing
        + "), argosy_kept AS (INSERT INTO pg_temp."
        + made
        + " ("
        + Identifiers.list(columns)
        + ") SELECT "
        + String.join(", ", own)
        + " FROM argosy_changed) SELECT "
        + String.join(", ", clients)
        + " FROM argosy_changed";
  }

  private static List<String> names(String prefix, int count) {
    return IntStream.rangeClosed(1, count).mapToObj(i -> prefix + i).toList();
  }

  /** Gives the tag of the node's change. */
  private String carry(int node, Function<String, String> change) {
    NodeSession session = run.backends().on(node);
    String sent = StageNames.unused();
    TextResult.run(session, "CREATE UNLOGGED TABLE " + sent + " " + definition);
    TableMove.copy(
        run.backends().home(),
        Request.Extended.of("SELECT " + Identifiers.list(columns) + " FROM pg_temp." + made, 1),
        session,
        sent,
        columns);
    // Analyzed, a few rows are looked up by an index.
    return TextResult.run(
            session, "ANALYZE " + sent + "; " + change.apply(sent) + "; DROP TABLE " + sent)
        .tags()
        .get(1);
  }

  /** What the client gets of the SELECT. */
  private record Answer(Execution rows, boolean returns, String command) implements Execution {
    @Override
    public Batch next() {
      return returns ? rows.next() : null;
    }

    @Override
    public String tag(long count) {
      return command + " " + CommandTag.rows(rows.tag(count));
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
