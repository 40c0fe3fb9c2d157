package io.argosy.coordinator.execute;

import io.argosy.agent.node.NodeSession;
import io.argosy.agent.node.TextResult;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.CatalogVersions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Runs of one statement that returns no rows, each on one node, whose locks others may want. Nodes
 * do not wait for each other, so that rows are locked in another order than the client has them;
 * clients that keep to an order would wait for each other for ever. Therefore none of the runs
 * waits for a lock for longer than a moment: otherwise all are undone.
 */
public final class RunsWithoutWaiting implements RepeatedRuns {
  private static final Map<String, String> PATIENCE = Map.of("lock_timeout", "10ms");
  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String SAVEPOINT = "argosy_runs";

  private final Iterator<Execution> answers;

  private RunsWithoutWaiting(List<Execution> answers) {
    this.answers = answers.iterator();
  }

  /**
   * Runs all of them, in the transaction that is open.
   *
   * @return empty when they were undone, since one would have waited, has something to tell, or is
   *     based on an older catalog
   */
  public static Optional<RepeatedRuns> start(
      List<RunsOnOwners.Run> runs, String sql, StatementRun run) {
    List<NodeSession> sessions =
        new TreeSet<>(runs.stream().map(RunsOnOwners.Run::node).toList())
            .stream().map(run.backends()::on).toList();
    sessions.forEach(session -> TextResult.run(session, "SAVEPOINT " + SAVEPOINT));
    HeldNotices notices = new HeldNotices(run.client());
    List<Execution> answers = new ArrayList<>();
    boolean undone = false;
    try (RunsOnOwners started = RunsOnOwners.start(runs, sql, PATIENCE, run, notices)) {
      while (started.hasNext()) {
        Execution execution = started.next();
        execution.next();
        answers.add(new ImmediateExecution(execution.tag(0)));
      }
    } catch (PostgresException e) {
      undone = e.error().sqlState().equals(LOCK_NOT_AVAILABLE) || CatalogVersions.tells(e);
      answers.add(new FailedExecution(e));
    }
    if (undone || !notices.isEmpty()) {
      String undo =
          "ROLLBACK TO SAVEPOINT %s; RELEASE SAVEPOINT %s".formatted(SAVEPOINT, SAVEPOINT);
      sessions.forEach(session -> TextResult.run(session, undo));
      return Optional.empty();
    }
    if (!(answers.getLast() instanceof FailedExecution)) {
      sessions.forEach(session -> TextResult.run(session, "RELEASE SAVEPOINT " + SAVEPOINT));
    }
    return Optional.of(new RunsWithoutWaiting(answers));
  }

  @Override
  public boolean hasNext() {
    return answers.hasNext();
  }

  @Override
  public Execution next() {
    return answers.next();
  }

  @Override
  public void close() {
    // All have ended.
  }
}
