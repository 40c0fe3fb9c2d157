package io.argosy.coordinator.execute.move;

import io.argosy.coordinator.cluster.Cluster;
import io.argosy.coordinator.cluster.Parallel;
import io.argosy.coordinator.execute.run.FragmentStatistics;
import io.argosy.coordinator.execute.snapshot.Workplaces;
import io.argosy.node.Inbox;
import io.argosy.node.MoveLimit;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.node.move.MoveContext;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Moves the rows of one query on several nodes into a table of the same name on several nodes. The
 * nodes send to each other; a node that does both sends first, since it has one backend for both.
 * Used by one thread.
 */
public final class RowMover {
  private final Workplaces places;
  private final Preparations preparations;
  private final String step;
  private final boolean toOthers;
  private final List<FragmentStatistics> statistics = new ArrayList<>();
  private final Map<Integer, Long> loaded = new HashMap<>();

  /**
   * @param step what the statistics are filed under
   * @param preparations what nodes do before they send; ended with the move
   * @param toOthers whether no node but the home node is to get rows of its own
   */
  public RowMover(Workplaces places, Preparations preparations, String step, boolean toOthers) {
    this.toOthers = toOthers;
    this.places = places;
    this.preparations = preparations;
    this.step = step;
  }

  /**
   * What a node's part of the move has come to.
   *
   * @param sent empty for a node that only receives
   * @param rows how many rows it has loaded
   */
  private record Outcome(
      int node, Optional<FragmentStatistics> sent, long rows, RuntimeException failure) {}

  /**
   * Moves the rows.
   *
   * @param senders the query of each node that has one, with rows in binary format
   * @param receivers the nodes, in the order in which the routing counts them
   * @param copy loads the table: {@code COPY .. FROM STDIN (FORMAT binary)}
   * @param limitBytes how much a receiver may get
   * @throws PostgresException the first failure, when all nodes have stopped; {@link MoveLimit}
   *     tells whether there was too much
   */
  public void move(
      Map<Integer, Request.Extended> senders,
      Routing routing,
      List<Integer> receivers,
      String copy,
      long limitBytes) {
    Map<Integer, Inbox> inboxes = new ConcurrentHashMap<>();
    try {
      Parallel.onAll(
          receivers,
          receiver -> {
            int senderCount =
                (int) senders.keySet().stream().filter(s -> gets(receiver, s)).count();
            inboxes.put(receiver, places.session(receiver).openInbox(senderCount, limitBytes));
          });
      Collection<Integer> nodes = new TreeSet<>(senders.keySet());
      nodes.addAll(receivers);
      nodes.addAll(preparations.isEmpty() ? List.of() : places.nodes());
      BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
      for (int node : nodes) {
        List<Inbox> targets =
            receivers.stream().filter(receiver -> gets(receiver, node)).map(inboxes::get).toList();
        Thread.ofVirtual()
            .name("move-" + node)
            .start(
                () ->
                    outcomes.add(
                        move(node, senders.get(node), routing, targets, inboxes.get(node), copy)));
      }
      await(outcomes, nodes.size());
    } finally {
      inboxes.values().forEach(Inbox::close);
    }
  }

  private boolean gets(int receiver, int sender) {
    return !toOthers || receiver != sender || receiver == Cluster.HOME;
  }

  /** What the senders have sent, in the nodes' order. */
  public List<FragmentStatistics> statistics() {
    return statistics.stream().sorted(Comparator.comparing(FragmentStatistics::node)).toList();
  }

  /** How many rows a node has got. */
  public long loaded(int node) {
    return loaded.getOrDefault(node, 0L);
  }

  private Outcome move(
      int node,
      Request.Extended query,
      Routing routing,
      List<Inbox> targets,
      Inbox inbox,
      String copy) {
    NodeSession session = places.session(node);
    Optional<FragmentStatistics> sent = Optional.empty();
    try {
      preparations.on(node);
    } catch (RuntimeException | OutOfMemoryError e) {
      PostgresException failure =
          e instanceof PostgresException known ? known : unexpected(session.node().name(), e);
      fail(targets, inbox, failure.error());
      return new Outcome(node, Optional.empty(), 0, failure);
    }
    session.worksOn(step);
    try {
      if (query != null) {
        long start = System.nanoTime();
        Sent deliveries = session.send(query, routing, targets);
        sent = Optional.of(statistics(node, routing, deliveries, System.nanoTime() - start));
      }
      long rows = inbox == null ? 0 : session.load(inbox, copy);
      return new Outcome(node, sent, rows, null);
    } catch (PostgresException e) {
      String name = session.node().name();
      PostgresError error =
          query != null && sent.isEmpty()
              ? MoveContext.from(e.error(), name)
              : MoveContext.to(e.error(), name);
      if (inbox != null && !targets.contains(inbox)) {
        inbox.fail(error);
      }
      return new Outcome(node, Optional.empty(), 0, BinaryForms.told(ofStatement(error, e)));
    } catch (RuntimeException | OutOfMemoryError e) {
      PostgresException failure = unexpected(session.node().name(), e);
      fail(targets, inbox, failure.error());
      return new Outcome(node, Optional.empty(), 0, failure);
    } finally {
      session.worksOn("");
    }
  }

  /** Who waits for a node's rows, or for it to take theirs, is not kept waiting. */
  private static void fail(List<Inbox> targets, Inbox inbox, PostgresError error) {
    targets.forEach(target -> target.fail(error));
    if (inbox != null && !targets.contains(inbox)) {
      inbox.fail(error);
    }
  }

  private static PostgresException unexpected(String node, Throwable failure) {
    return new PostgresException(
        failure instanceof OutOfMemoryError
            ? PostgresError.of("53200", "out of memory for rows that node \"" + node + "\" moves")
            : PostgresError.of("XX000", "a move of node \"" + node + "\" failed: " + failure),
        failure);
  }

  /** A backend that ends is the end of the statement, but not of the client's session. */
  private static PostgresException ofStatement(PostgresError error, PostgresException cause) {
    // The position is one in the stage's text, which the client has never seen.
    PostgresError told = error.without('P');
    return new PostgresException(
        switch (error.severity()) {
          case "FATAL", "PANIC" -> told.with('S', "ERROR").with('V', "ERROR");
          default -> told;
        },
        cause);
  }

  private FragmentStatistics statistics(int node, Routing routing, Sent sent, long nanoseconds) {
    long rows = sent.deliveries().stream().mapToLong(Sent.Delivered::rows).sum();
    return new FragmentStatistics(
        step,
        node,
        switch (routing) {
          case TO_ALL -> rows / sent.deliveries().size();
          case BY_LAST_COLUMN -> rows;
        },
        sent.deliveries().stream().mapToLong(Sent.Delivered::rawBytes).sum(),
        sent.deliveries().stream().mapToLong(Sent.Delivered::wireBytes).sum(),
        nanoseconds);
  }

  private void await(BlockingQueue<Outcome> outcomes, int count) {
    for (int i = 0; i < count; i++) {
      Outcome outcome = take(outcomes);
      outcome.sent().ifPresent(statistics::add);
      loaded.put(outcome.node(), outcome.rows());
      if (outcome.failure() != null) {
        preparations.fail(outcome.failure());
      }
    }
    preparations.ended();
  }

  private static Outcome take(BlockingQueue<Outcome> outcomes) {
    try {
      return outcomes.take();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("57014", "the session was interrupted");
    }
  }
}
