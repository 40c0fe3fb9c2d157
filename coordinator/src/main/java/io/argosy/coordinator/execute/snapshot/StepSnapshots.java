package io.argosy.coordinator.execute.snapshot;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.NodeBackends;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.transaction.barrier.BoundedSection;
import io.argosy.coordinator.transaction.barrier.SnapshotBarrier.Section;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.Collection;
import java.util.function.Function;

/**
 * How the steps of one statement come to see one state where each of them takes a snapshot of its
 * own: in the backends of a READ COMMITTED transaction that has something of its own to see.
 *
 * <p>The steps are run, but for the last one, and its locks are taken. If nothing was committed
 * meanwhile, all of them have seen the same, and so does the last one. Otherwise they are run once
 * more while commits wait. They have all their locks then from the first time, so that none of them
 * waits for who waits to commit.
 *
 * <p>A statement that writes does so in its last step, which waits for rows that others have
 * changed; so nobody waits for it, and it runs once. It does not fail where the others have been
 * too fast or its steps too long, but goes on with what the steps have seen.
 */
public final class StepSnapshots {
  /** How long commits may have to wait for one statement. */
  private static final Duration LONGEST_HOLD = Duration.ofSeconds(5);

  private final StatementRun run;
  private final boolean writes;
  private final Collection<Integer> nodes;
  private final long startedAt = System.nanoTime();

  /** Something was committed between two steps; they have ended, and their locks are kept. */
  static final class DisturbedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private DisturbedException() {
      super("a transaction was committed between the steps of a statement");
    }
  }

  private StepSnapshots(StatementRun run, boolean writes) {
    this.run = run;
    this.writes = writes;
    this.nodes = run.backends().cluster().positions();
  }

  /**
   * Runs the steps and starts the last one.
   *
   * @param writes whether the statement writes, all of it in its last step or behind that
   * @param steps runs them with what the last one is to be started with, which may throw a {@link
   *     DisturbedException} before that; called once or twice
   * @throws PostgresException 40001 when something is committed again and again while they run,
   *     though the commits have waited for them
   */
  public static Execution start(
      StatementRun run, boolean writes, Function<ReadSnapshots, Execution> steps) {
    NodeBackends backends = run.backends();
    if (writes) {
      // Only a transaction that has begun on a node knows its isolation level.
      backends.home();
    }
    return backends.snapshotPerStatement()
        ? new StepSnapshots(run, writes).start(steps)
        : steps.apply(ReadSnapshots.settled());
  }

  private Execution start(Function<ReadSnapshots, Execution> steps) {
    long before;
    try (Section section = run.backends().snapshots().section(nodes)) {
      before = section.commits();
    }
    run.holdNotices();
    try {
      return steps.apply(ReadSnapshots.ofStatement(last -> undisturbed(before)));
    } catch (DisturbedException e) {
      run.forget();
    } finally {
      run.sendNotices();
    }
    return whileCommitsWait(steps);
  }

  private Section undisturbed(long before) {
    Section section = run.backends().snapshots().section(nodes);
    if (section.commits() != before && !goesOn()) {
      section.close();
      throw new DisturbedException();
    }
    return section;
  }

  /** To run long steps again would take longer than commits can wait. */
  private boolean goesOn() {
    return writes && System.nanoTime() - startedAt > LONGEST_HOLD.toNanos();
  }

  private Execution whileCommitsWait(Function<ReadSnapshots, Execution> steps) {
    Section section = run.backends().snapshots().section(nodes);
    long before = section.commits();
    try (BoundedSection held = new BoundedSection(section, LONGEST_HOLD)) {
      return steps.apply(
          ReadSnapshots.ofStatement(last -> held.take().orElseGet(() -> undisturbed(before))));
    } catch (DisturbedException e) {
      throw new PostgresException(
          "40001",
          "could not read one state of all nodes, since other transactions were committed while"
              + " the statement ran",
          "Retry the transaction, or run it with REPEATABLE READ.");
    }
  }
}
