package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.execute.run.HeldNotices;
import io.argosy.coordinator.execute.run.NodesSavepoint;
import io.argosy.coordinator.execute.run.StatementRun;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Runs of one statement, each on one node, on several nodes at once. Rows are locked in another
 * order than the client has them, and clients that keep to an order would wait for each other for
 * ever. Therefore none of the runs waits for a lock for longer than a moment. Otherwise, and where
 * somebody could tell in which order they have run, they are undone.
 */
final class RunsWithoutWaiting {
  /** How long a run waits for a lock. */
  static final Map<String, String> PATIENCE = Map.of("lock_timeout", "10ms");

  /** For fewer it is not worth while. */
  static final int FEWEST = 4;

  /** The first part of those that are undone is tried once more. */
  private static final int MOST_ATTEMPTS = 2;

  private RunsWithoutWaiting() {}

  /**
   * Runs them, or as many of the first as can be.
   *
   * @return empty when all were undone
   * @throws io.argosy.protocol.message.PostgresException when they were cancelled, or a node was
   *     lost
   */
  static Optional<RepeatedRuns> start(List<RunsOnNodes.Run> runs, String sql, StatementRun run) {
    List<RunsOnNodes.Run> part = runs;
    for (int attempt = 0; attempt < MOST_ATTEMPTS && part.size() >= FEWEST; attempt++) {
      Set<Integer> nodes = new TreeSet<>(part.stream().map(RunsOnNodes.Run::node).toList());
      NodesSavepoint savepoint = NodesSavepoint.set(nodes, run.backends());
      KeptRuns kept = read(part, sql, run);
      if (kept.size() == part.size()) {
        savepoint.release();
        return Optional.of(kept);
      }
      savepoint.undo();
      part = part.subList(0, kept.size());
    }
    return Optional.empty();
  }

  private static KeptRuns read(List<RunsOnNodes.Run> runs, String sql, StatementRun run) {
    HeldNotices notices = new HeldNotices(run.client());
    try (RunsOnNodes started = RunsOnNodes.start(runs, sql, PATIENCE, run, notices)) {
      return KeptRuns.read(started, notices);
    }
  }
}
