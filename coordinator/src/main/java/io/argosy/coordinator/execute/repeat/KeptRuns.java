package io.argosy.coordinator.execute.repeat;

import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.HeldNotices;
import io.argosy.coordinator.execute.run.ImmediateExecution;
import io.argosy.node.CommandTag;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;

/**
 * The answers to runs that have ended, in memory. Of runs that change rows, nodes that do not wait
 * for each other have run them in another order than the client's, and nobody can tell as long as
 * each has changed a row and nothing has failed: the rows are locked, so that all that others have
 * done to them was done before, or comes behind all of the runs.
 */
final class KeptRuns implements RepeatedRuns {
  /** More bytes of rows are not kept. */
  private static final long MOST_BYTES = 1 << 20;

  /** A client waits for the answer to its first query for so long, that others are answered too. */
  private static final Duration PATIENCE_OF_READERS = Duration.ofMillis(50);

  /** What a node says of a run that takes longer than a statement may. */
  private static final String TOO_LONG = "canceling statement due to statement timeout";

  private final List<Execution> answers = new ArrayList<>();
  private final List<String> tags = new ArrayList<>();
  private Iterator<Execution> unasked = List.<Execution>of().iterator();
  private List<Execution.Batch> rows = List.of();
  private long bytes;

  /** No runs. */
  static KeptRuns none() {
    return new KeptRuns();
  }

  /**
   * Reads runs of a query until one fails, has something to tell, or takes too long. What is left
   * of them counts for nothing.
   *
   * @param notices where theirs are held
   * @throws PostgresException when they were cancelled
   */
  static KeptRuns readQueries(RunsOnNodes runs, HeldNotices notices) {
    KeptRuns kept = new KeptRuns();
    long start = System.nanoTime();
    try {
      boolean keeps = true;
      while (keeps && runs.hasNext() && System.nanoTime() - start < PATIENCE_OF_READERS.toNanos()) {
        try (Execution run = runs.nextOfAll()) {
          keeps = kept.isRead(run) && notices.isEmpty();
          if (keeps) {
            kept.keep(run);
          }
        }
      }
    } catch (PostgresException e) {
      if (isCancel(e)) {
        throw e;
      }
      // It fails again when its turn comes.
    }
    return kept.asked();
  }

  /**
   * The same runs in another order, from the first to the last one before one that is missing.
   *
   * @param positions of each of these runs and those behind them, from 0: a permutation
   */
  KeptRuns inOrder(List<Integer> positions) {
    Map<Integer, Integer> places = new HashMap<>();
    for (int i = 0; i < answers.size(); i++) {
      places.put(positions.get(i), i);
    }
    KeptRuns ordered = new KeptRuns();
    for (int i = 0; places.containsKey(i); i++) {
      ordered.answers.add(answers.get(places.get(i)));
      ordered.tags.add(tags.get(places.get(i)));
    }
    return ordered.asked();
  }

  /** Whether runs have failed since the client wants none of them. */
  static boolean isCancel(PostgresException failure) {
    PostgresError error = failure.error();
    return error.sqlState().equals("57014") && !error.message().equals(TOO_LONG);
  }

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
          keeps = kept.isRead(run) && CommandTag.rows(run.tag(0)) > 0 && notices.isEmpty();
          if (keeps) {
            kept.keep(run);
          }
        }
      }
    } catch (PostgresException e) {
      switch (e.error().sqlStateClass()) {
        case "57", "08" -> throw e;
        // It fails again when its turn comes.
        default -> {}
      }
    }
    return kept.asked();
  }

  private KeptRuns asked() {
    unasked = answers.iterator();
    return this;
  }

  /** Reads a run to its end, unless its rows are too many. */
  private boolean isRead(Execution run) {
    rows = new ArrayList<>();
    for (Execution.Batch batch = run.next(); batch != null; batch = run.next()) {
      rows.add(batch);
      bytes += batch.messages().remaining();
      if (bytes > MOST_BYTES) {
        return false;
      }
    }
    return true;
  }

  /** Keeps the run that was read last. */
  private void keep(Execution run) {
    String tag = run.tag(0);
    answers.add(ImmediateExecution.of(tag, rows));
    tags.add(tag);
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
