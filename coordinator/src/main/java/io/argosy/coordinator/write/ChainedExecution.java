package io.argosy.coordinator.write;

import io.argosy.coordinator.execute.modify.Copies;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.node.CommandTag;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;

/**
 * INSERTs on several nodes, one after the other: the rows that they return follow each other, their
 * counts add up.
 */
final class ChainedExecution implements Execution {
  private final Deque<Step> waiting;
  private final Runnable atEnd;
  private Step running;
  private Execution execution;
  private long inserted;

  /**
   * @param start starts the node's INSERT
   * @param counts whether its rows and its count are a part of the answer; otherwise it does on a
   *     copy what those before have done
   */
  record Step(Supplier<Execution> start, boolean counts) {}

  /**
   * @param atEnd called when the last one has succeeded
   */
  ChainedExecution(List<Step> steps, Runnable atEnd) {
    this.waiting = new ArrayDeque<>(steps);
    this.atEnd = atEnd;
  }

  @Override
  public Batch next() {
    while (running != null || !waiting.isEmpty()) {
      if (running == null) {
        Step step = waiting.remove();
        execution = step.start().get();
        running = step;
      }
      Batch batch = execution.next();
      if (batch == null) {
        stepEnded();
      } else if (running.counts()) {
        return batch;
      }
    }
    return null;
  }

  private void stepEnded() {
    String tag = execution.tag(0);
    if (running.counts()) {
      inserted += CommandTag.rows(tag);
    } else {
      Copies.requireSame(tag(0), tag);
    }
    execution.close();
    running = null;
    if (waiting.isEmpty()) {
      atEnd.run();
    }
  }

  @Override
  public String tag(long rows) {
    return "INSERT 0 " + inserted;
  }

  @Override
  public void close() {
    if (running != null) {
      execution.close();
      running = null;
    }
    waiting.clear();
  }
}
