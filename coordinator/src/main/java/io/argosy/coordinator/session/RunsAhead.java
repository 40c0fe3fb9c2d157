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
  private static final int MOST_REFUSED = 6;

  private Optional<Offer> offer = Optional.empty();
  private Optional<RepeatedRuns> runs = Optional.empty();
  private final Queue<Binding> sent = new ArrayDeque<>();
  private PreparedStatement prepared;
  private String strategy = "";

  /** How often in a row runs could not be sent together. */
  private int refused;

  /** How many runs go alone before that is tried again. */
  private int alone;

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
   * @param own the values of the statement's own run
   * @param planned how the statement is planned
   * @param starter starts runs with these values, or the first of them; empty if it cannot
   * @return the answer to the statement's own run; empty if it is to run alone
   */
  Optional<Execution> start(
      PreparedStatement statement,
      Binding own,
      String planned,
      Function<Iterator<Binding>, Optional<RepeatedRuns>> starter) {
    Optional<Offer> taken = offer.filter(offered -> offered.prepared() == statement);
    offer = Optional.empty();
    if (taken.isEmpty() || alone > 0) {
      alone = Math.max(0, alone - 1);
      return Optional.empty();
    }
    prepared = statement;
    strategy = planned;
    sent.clear();
    Stream<Binding> following = taken.get().following().get().peek(sent::add);
    runs = starter.apply(Stream.concat(Stream.of(own), following).iterator());
    // What cannot be sent together now cannot be a little later, most likely.
    refused = runs.isPresent() ? 0 : Math.min(MOST_REFUSED, refused + 1);
    alone = (1 << refused) - 1;
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

  /** The pipeline has ended, or failed: what has been offered, or was sent, counts no more. */
  void close() {
    offer = Optional.empty();
    runs.ifPresent(RepeatedRuns::close);
    runs = Optional.empty();
    refused = 0;
    alone = 0;
  }
}
