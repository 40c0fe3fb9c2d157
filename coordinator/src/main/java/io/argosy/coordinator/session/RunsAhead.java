package io.argosy.coordinator.session;

import io.argosy.coordinator.execute.repeat.RepeatedRuns;
import io.argosy.coordinator.execute.run.Binding;
import io.argosy.coordinator.execute.run.Execution;
import io.argosy.coordinator.statement.StatementKind;
import io.argosy.coordinator.statement.prepared.PreparedStatement;
import io.argosy.protocol.message.PostgresException;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Optional;
import java.util.Queue;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs of a statement that a client of a pipeline has sent, and that are sent to the nodes together
 * before their turn comes to be answered. Until then the nodes' backends are asked for nothing
 * else.
 */
final class RunsAhead {
  private static final Logger LOG = LoggerFactory.getLogger(RunsAhead.class);
  private static final int MOST_REFUSED = 6;
  private static final int FEWEST = 8;
  private static final int MOST = 4096;

  /** What the pipeline has run last. */
  private Optional<PreparedStatement> last = Optional.empty();

  private Optional<Offer> offer = Optional.empty();
  private Optional<RepeatedRuns> runs = Optional.empty();
  private final Queue<BoundRun> sent = new ArrayDeque<>();
  private String strategy = "";

  /** How often in a row runs could not be sent together. */
  private int refused;

  /** How many runs go alone before that is tried again. */
  private int alone;

  /** How many are sent together at most: where some were not, it will be the same soon. */
  private int most = MOST;

  /** The run that is answered is the first of those that were sent together. */
  private boolean first;

  private record Offer(PreparedStatement prepared, Supplier<Stream<BoundRun>> following) {}

  /** A statement is complete. */
  void executed(PreparedStatement statement) {
    last = Optional.of(statement);
    offer = Optional.empty();
  }

  /**
   * The client may run a statement again behind its next run, or others.
   *
   * @param following gives these runs; called only if it is made use of
   * @param inTransaction whether a transaction is open: it must have locked what a query reads
   */
  void offer(
      PreparedStatement statement, Supplier<Stream<BoundRun>> following, boolean inTransaction) {
    if (!running()
        && last.filter(before -> mayFollow(before, statement, inTransaction)).isPresent()) {
      offer = Optional.of(new Offer(statement, following));
    }
  }

  /**
   * What has run once in the transaction is based on the catalog as it is, and queries can run
   * again. Meanwhile more of the pipeline has come.
   */
  private static boolean mayFollow(
      PreparedStatement before, PreparedStatement statement, boolean inTransaction) {
    boolean sameTables =
        !inTransaction || before.statement().sql().equals(statement.statement().sql());
    return before == statement || isQuery(before) && isQuery(statement) && sameTables;
  }

  private static boolean isQuery(PreparedStatement statement) {
    return statement.statement().kind() == StatementKind.QUERY;
  }

  /**
   * Starts what has been offered behind a statement and is the same with other values, if anything
   * was.
   *
   * @param own the statement and the values of its own run
   * @param planned how the statement is planned
   * @param starter starts runs with these values, or the first of them; empty if it cannot
   * @return the answer to the statement's own run; empty if it is to run alone
   */
  Optional<Execution> start(
      BoundRun own, String planned, Function<Iterator<Binding>, Optional<RepeatedRuns>> starter) {
    return startAll(
        own,
        planned,
        runs ->
            starter.apply(
                runs.takeWhile(run -> run.prepared() == own.prepared() && run.hasFormatsOf(own))
                    .map(BoundRun::binding)
                    .iterator()));
  }

  /**
   * Starts what has been offered behind a query, if anything was.
   *
   * @param starter starts runs, or the first of them; empty if it cannot
   * @return as {@link #start}
   */
  Optional<Execution> startQueries(
      BoundRun own, String planned, Function<Iterator<BoundRun>, Optional<RepeatedRuns>> starter) {
    return startAll(own, planned, runs -> starter.apply(runs.iterator()));
  }

  private Optional<Execution> startAll(
      BoundRun own, String planned, Function<Stream<BoundRun>, Optional<RepeatedRuns>> starter) {
    Optional<Offer> taken = offer.filter(offered -> offered.prepared() == own.prepared());
    offer = Optional.empty();
    if (taken.isEmpty() || alone > 0) {
      alone = Math.max(0, alone - 1);
      return Optional.empty();
    }
    strategy = planned;
    sent.clear();
    Stream<BoundRun> following = taken.get().following().get().limit(most - 1).peek(sent::add);
    runs = starter.apply(Stream.concat(Stream.of(own), following));
    first = true;
    int offered = 1 + sent.size();
    int started = runs.map(RepeatedRuns::size).orElse(0);
    if (runs.isPresent() || offered >= FEWEST) {
      most = started == offered ? Math.min(MOST, 2 * most) : Math.max(FEWEST, 2 * started);
      refused = started >= FEWEST || started == offered ? 0 : Math.min(MOST_REFUSED, refused + 1);
      alone = (1 << refused) - 1;
    }
    return runs.map(RepeatedRuns::next);
  }

  /** Whether what runs was sent together with others that have been answered. */
  boolean isBehindOthers() {
    return runs.isPresent() && !first;
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
  Execution next(BoundRun asked) {
    first = false;
    if (!sent.remove().isSame(asked)) {
      throw new IllegalStateException("a pipeline goes on otherwise than it was read");
    }
    return runs.orElseThrow().next();
  }

  /** All that was sent has been answered: another statement starts. */
  void end() {
    runs = Optional.empty();
  }

  /**
   * The pipeline has ended, or failed: what has been offered, or was sent, counts no more. What
   * goes wrong then is nobody's to know.
   */
  void close() {
    last = Optional.empty();
    offer = Optional.empty();
    refused = 0;
    alone = 0;
    most = MOST;
    try {
      runs.ifPresent(RepeatedRuns::close);
    } catch (PostgresException e) {
      LOG.debug("runs that nobody asks for did not end cleanly", e);
    } finally {
      runs = Optional.empty();
    }
  }
}
