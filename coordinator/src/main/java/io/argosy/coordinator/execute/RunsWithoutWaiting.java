package io.argosy.coordinator.execute;

import io.argosy.agent.node.Request;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.coordinator.catalog.CatalogVersions;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs of one statement, each on one node. Nodes do not wait for each other, so that rows are
 * locked in another order than the client has them; clients that keep to an order would wait for
 * each other for ever. Therefore none of the runs waits for a lock for longer than a moment:
 * otherwise all are undone. Until that is known, no answer is given.
 */
final class RunsWithoutWaiting implements RepeatedRuns {
  private static final Map<String, String> PATIENCE = Map.of("lock_timeout", "10ms");
  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String SAVEPOINT = "argosy_runs";

  /** Rows of more bytes are not kept. */
  private static final long MOST_BYTES = 4 << 20;

  private final Iterator<Execution> answers;

  private RunsWithoutWaiting(List<Execution> answers) {
    this.answers = answers.iterator();
  }

  /**
   * Runs all of them, in the transaction that is open.
   *
   * @return empty when they were undone, since one would have waited, has something to tell, or is
   *     based on an older catalog, or since their rows are too many
   * @throws PostgresException when they were cancelled, or a node was lost
   */
  static Optional<RepeatedRuns> start(List<RunsOnOwners.Run> runs, String sql, StatementRun run) {
    Set<Integer> nodes = new TreeSet<>(runs.stream().map(RunsOnOwners.Run::node).toList());
    onAll(nodes, "SAVEPOINT " + SAVEPOINT, run);
    HeldNotices notices = new HeldNotices(run.client());
    Optional<List<Execution>> answers = answers(runs, sql, run, notices);
    if (answers.isEmpty() || !notices.isEmpty()) {
      onAll(nodes, "ROLLBACK TO SAVEPOINT " + SAVEPOINT, run);
      onAll(nodes, "RELEASE SAVEPOINT " + SAVEPOINT, run);
      return Optional.empty();
    }
    if (!(answers.get().getLast() instanceof FailedExecution)) {
      onAll(nodes, "RELEASE SAVEPOINT " + SAVEPOINT, run);
    }
    return answers.map(RunsWithoutWaiting::new);
  }

  /** The answers up to the first failure; empty when the runs are to be undone. */
  private static Optional<List<Execution>> answers(
      List<RunsOnOwners.Run> runs, String sql, StatementRun run, HeldNotices notices) {
    List<Execution> answers = new ArrayList<>();
    long bytes = 0;
    try (RunsOnOwners started = RunsOnOwners.start(runs, sql, PATIENCE, run, notices)) {
      while (started.hasNext()) {
        KeptExecution kept = KeptExecution.of(started.next());
        answers.add(kept);
        bytes += kept.bytes();
        if (bytes > MOST_BYTES) {
          return Optional.empty();
        }
      }
    } catch (PostgresException e) {
      if (e.error().sqlState().equals(LOCK_NOT_AVAILABLE) || CatalogVersions.tells(e)) {
        return Optional.empty();
      }
      answers.add(FailedExecution.of(e));
    }
    return Optional.of(answers);
  }

  private static void onAll(Set<Integer> nodes, String sql, StatementRun run) {
    List<Fragment> fragments =
        nodes.stream()
            .map(node -> new Fragment(node, run.backends().on(node), new Request.Simple(sql)))
            .toList();
    try (ParallelFragments running = new ParallelFragments(fragments)) {
      running.awaitAll(ignored -> {});
    }
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
