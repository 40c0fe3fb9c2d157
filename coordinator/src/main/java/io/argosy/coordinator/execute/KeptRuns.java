package io.argosy.coordinator.execute;

import io.argosy.agent.node.CommandTag;
import io.argosy.agent.postgres.PostgresException;
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

  /**
   * Reads runs as long as they do.
   *
   * @param notices where theirs are held: those that have something to tell do not
   * @throws PostgresException when they were cancelled, or their node was lost
   */
  static KeptRuns read(RunsOnNodes runs, HeldNotices notices) {
    KeptRuns kept = new KeptRuns();
    try {
      long left = MOST_BYTES;
      while (runs.hasNext()) {
        KeptExecution answer = KeptExecution.of(runs.nextOfAll(), left);
        left -= answer.bytes();
        if (left < 0 || CommandTag.rows(answer.tag(0)) == 0 || !notices.isEmpty()) {
          break;
        }
        kept.answers.add(answer);
        kept.tags.add(answer.tag(0));
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
