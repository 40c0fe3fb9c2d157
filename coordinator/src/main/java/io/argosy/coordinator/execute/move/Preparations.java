package io.argosy.coordinator.execute.move;

import io.argosy.coordinator.cluster.Parallel;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.execute.run.Fragment;
import io.argosy.coordinator.execute.run.FragmentAnswer;
import io.argosy.coordinator.execute.run.FragmentStatistics;
import io.argosy.coordinator.execute.run.StatementRun;
import io.argosy.coordinator.execute.snapshot.Workplaces;
import io.argosy.node.MoveGivenUp;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * What each node has to do for itself before the next step of a statement: rows that stay where
 * they are become tables, tables get indexes, PostgreSQL looks at rows. A node does it when it
 * starts its part of that step, and goes on without waiting for the others.
 *
 * <p>Added to and ended by the statement's thread; done by any, one at a time for each node.
 */
public final class Preparations {
  private final StatementRun run;
  private final Workplaces places;
  private final List<IntConsumer> waiting = new ArrayList<>();
  private final Set<Integer> busy = ConcurrentHashMap.newKeySet();
  private final Queue<PostgresError> notices = new ConcurrentLinkedQueue<>();
  private final Queue<FragmentStatistics> statistics = new ConcurrentLinkedQueue<>();
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

  public Preparations(StatementRun run, Workplaces places) {
    this.run = run;
    this.places = places;
  }

  /** Has something done by every node, given as its position. */
  public void add(IntConsumer preparation) {
    waiting.add(preparation);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /**
   * Does on one node what waits, in the order in which it was added.
   *
   * @throws RuntimeException what failed first, here or on another node
   */
  void on(int node) {
    busy.add(node);
    try {
      for (IntConsumer preparation : waiting) {
        checkFailure();
        preparation.accept(node);
      }
      busy.remove(node);
    } catch (RuntimeException e) {
      busy.remove(node);
      fail(e);
      throw e;
    }
  }

  /**
   * The statement has failed: nodes that are still at it need not go on. The first failure is the
   * one that is told; but that of a node whose partner gave up may well come before its cause.
   */
  void fail(RuntimeException reason) {
    RuntimeException known =
        failure.getAndUpdate(first -> first == null || isConsequence(first) ? reason : first);
    if (known == null) {
      busy.forEach(node -> places.session(node).cancel());
    }
  }

  private static boolean isCancelled(PostgresException failure) {
    return failure.error().sqlState().equals(PostgresError.CANCELLED.sqlState());
  }

  private static boolean isConsequence(RuntimeException failure) {
    return failure instanceof PostgresException told && MoveGivenUp.is(told.error());
  }

  /**
   * Runs a statement of a preparation that has no rows.
   *
   * @param step the table of the stage that it is for
   */
  public FragmentAnswer run(int node, String step, Request request) {
    return run(node, step, request, row -> {});
  }

  /**
   * Runs a statement of a preparation, which is what the calling thread has to do, so that it needs
   * no other.
   *
   * @param step the table of the stage that it is for
   * @param rows is given the reader for each row
   */
  public FragmentAnswer run(int node, String step, Request request, Consumer<DataRowReader> rows) {
    NodeSession session = places.session(node);
    FragmentAnswer answer;
    session.worksOn(step);
    try {
      answer =
          FragmentAnswer.read(
              new Fragment(node, session, request),
              new FragmentAnswer.Reader() {
                @Override
                public void rows(Execution.Batch batch) {
                  DataRowReader reader = new DataRowReader(batch.messages());
                  while (reader.next()) {
                    rows.accept(reader);
                  }
                }

                @Override
                public void notice(PostgresError notice) {
                  notices.add(notice);
                }

                @Override
                public boolean stopped() {
                  return failure.get() != null;
                }
              });
    } finally {
      session.worksOn("");
    }
    if (answer.failure() == null || isCancelled(answer.failure())) {
      // It may have been cancelled since another node has failed.
      checkFailure();
    }
    if (answer.failure() != null) {
      throw answer.failure();
    }
    return answer;
  }

  /** Notes what a preparation cost. */
  public void add(FragmentStatistics cost) {
    statistics.add(cost);
  }

  /** Does what waits on some nodes at the same time; the others need not do it any more. */
  public void settle(Collection<Integer> nodes) {
    if (!waiting.isEmpty()) {
      Parallel.onEach(nodes, this::on).values().forEach(this::fail);
      ended();
    }
  }

  /**
   * No node is at it any more: tells the client what the nodes gave notice of.
   *
   * @throws RuntimeException what failed first
   */
  void ended() {
    waiting.clear();
    for (PostgresError notice = notices.poll(); notice != null; notice = notices.poll()) {
      run.client().notice(notice);
    }
    List<FragmentStatistics> costs = new ArrayList<>(statistics);
    statistics.clear();
    costs.sort(Comparator.comparing(FragmentStatistics::node));
    run.add(costs);
    checkFailure();
  }

  private void checkFailure() {
    if (failure.get() != null) {
      throw failure.get();
    }
  }
}
