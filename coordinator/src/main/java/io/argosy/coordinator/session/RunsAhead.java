package io.argosy.coordinator.session;

import io.argosy.coordinator.execute.Binding;
import io.argosy.coordinator.execute.Execution;
import io.argosy.coordinator.execute.RepeatedRuns;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Runs of a statement that a client of a pipeline has sent, and that are sent to the nodes together
 * before their turn comes to be answered. Until then the nodes' backends are asked for nothing
 * else.
 */
final class RunsAhead {
  private Optional<Offer> offer = Optional.empty();
  private Optional<RepeatedRuns> runs = Optional.empty();
  private final Queue<Binding> sent = new ArrayDeque<>();
  private PreparedStatement prepared;
  private String strategy = "";

  private record Offer(PreparedStatement prepared, Supplier<Stream<Binding>> following) {}

  /**
   * The client is known to run a statement again behind its next run.
   *
   * @param following gives the values; called only if it is made use of
   */
  void offer(PreparedStatement statement, Supplier<Stream<Binding>> following) {
    offer = Optional.of(new Offer(statement, following));
  }

  /**
   * Starts what has been offered behind a statement, if anything was.
   *
   * @param planned how the statement is planned
   * @param starter starts the statement's run and those that follow; empty if it cannot
   * @return the answer to the statement's own run; empty if it is to run alone
   */
  Optional<Execution> start(
      PreparedStatement statement,
      String planned,
      Function<Iterator<Binding>, Optional<RepeatedRuns>> starter) {
    Optional<Offer> taken = offer.filter(offered -> offered.prepared() == statement);
    offer = Optional.empty();
    prepared = statement;
    strategy = planned;
    sent.clear();
    runs =
        taken.flatMap(
            offered -> starter.apply(offered.following().get().peek(sent::add).iterator()));
    return runs.map(RepeatedRuns::next);
  }

  /** Whether what runs was sent together with others. */
  boolean started() {
    return runs.isPresent();
  }

  /** Whether the nodes run something that the client has not asked for yet. */
  boolean running() {
    return runs.isPresent() && runs.get().hasNext();
  }

  /** How the statement is planned that is running. */
  String strategy() {
    return strategy;
  }

  /**
   * The answer to a statement's run that has been sent ahead.
   *
   * @throws IllegalStateException when it is another one than was sent
   */
  Execution next(PreparedStatement statement, Binding binding) {
    Binding expected = sent.remove();
    if (prepared != statement || !sameValues(expected.values(), binding.values())) {
      throw new IllegalStateException("a pipeline goes on otherwise than it was read");
    }
    return runs.orElseThrow().next();
  }

  private static boolean sameValues(List<byte[]> values, List<byte[]> others) {
    return Arrays.deepEquals(values.toArray(), others.toArray());
  }

  /** All that was sent has been answered: another statement starts. */
  void end() {
    runs = Optional.empty();
  }

  /** What has been offered, or was sent, counts no more: the transaction has failed. */
  void close() {
    offer = Optional.empty();
    runs.ifPresent(RepeatedRuns::close);
    runs = Optional.empty();
  }
}
