package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.HeldNotices;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.node.CommandTag;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * The answers to runs that have ended, in memory. Nodes that do not wait for each other have run
 * them in another order than the client's, and nobody can tell as long as each has changed a row
 * and nothing has failed: the rows are locked, so that all that others have done to them was done
 * before, or comes behind all of the runs.
 */
final class KeptRuns implements RepeatedRuns {
  /** More bytes of rows are not kept. */
  private static final long MOST_BYTES = 1 << 20;

  private final List<Execution> answers = new ArrayList<>();
  private final List<String> tags = new ArrayList<>();
  private Iterator<Execution> unasked = List.<Execution>of().iterator();
  private long bytes;

  /**
   * Reads runs as long as they do.
   *
   * @param notices where theirs are held: those that have something to tell do not
   * @throws PostgresException when they were cancelled, or their node was lost
   */
  static KeptRuns read(RunsOnNodes runs, HeldNotices notices) {
    KeptRuns kept = new KeptRuns();
    try {
      boolean keeps = true;
      while (keeps && runs.hasNext()) {
        try (Execution run = runs.nextOfAll()) {
          keeps = kept.keep(run, notices);
        }
      }
    } catch (PostgresException e) {
      switch (e.error().sqlStateClass()) {
        case "57", "08" -> throw e;
        // It fails again when its turn comes.
        default -> {}
      }
    }
    kept.unasked = kept.answers.iterator();
    return kept;
  }

  private boolean keep(Execution run, HeldNotices notices) {
    List<Execution.Batch> rows = new ArrayList<>();
    for (Execution.Batch batch = run.next(); batch != null; batch = run.next()) {
      rows.add(batch);
      bytes += batch.messages().remaining();
      if (bytes > MOST_BYTES) {
        return false;
      }
    }
    String tag = run.tag(0);
    if (CommandTag.rows(tag) == 0 || !notices.isEmpty()) {
      return false;
    }
    answers.add(ImmediateExecution.of(tag, rows));
    tags.add(tag);
    return true;
  }

  /** The command tags, in the order of the runs. */
  List<String> tags() {
    return tags;
  }

  @Override
  public int size() {
    return answers.size();
  }

  @Override
  public boolean hasNext() {
    return unasked.hasNext();
  }

  @Override
  public Execution next() {
    return unasked.next();
  }

  @Override
  public void close() {
    // All have ended.
  }
}
