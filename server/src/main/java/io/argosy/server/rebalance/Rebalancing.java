package io.argosy.server.rebalance;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Has a coordinator move slots, some at a time, until each node has its share. Each step is a
 * transaction; stopped at any time, what has moved has moved, and the next run goes on from there.
 * What it is to do next it asks before each step, so that others may move slots, too. Not
 * thread-safe.
 */
public final class Rebalancing {
  private static final String NEXT =
      """
      SELECT slots, source, target, (sum(cardinality(slots)) OVER ())::integer, clock_timestamp()::text
      FROM argosy.rebalance_plan(?, ?) LIMIT 1\
      """;

  /** What the coordinator says of the move that it has done; others may move slots, too. */
  private static final String LAST_MOVE =
      "SELECT lock_seconds FROM argosy.slot_moves WHERE moved_at >= ?::timestamptz"
          + " AND source = ? AND target = ? ORDER BY moved_at DESC LIMIT 1";

  /** What may go well later: its locks did not come in time, or others were first. */
  private static final Set<String> LATER = Set.of("55P03", "40P01", "40001");

  private static final Duration BETWEEN_ATTEMPTS = Duration.ofSeconds(1);

  /**
   * How it is done.
   *
   * @param drained the node that is to have no slots any more
   * @param longestStep how long a step is to take at most, while which writers on the node that
   *     gives the slots wait
   * @param bytesPerSecond how much is to move at most
   * @param patience how long it tries a step again that writers do not let come in
   * @param indexes whether it makes indexes that find the rows of slots, and drops them at the end
   */
  public record Options(
      Optional<String> drained,
      Duration longestStep,
      OptionalLong bytesPerSecond,
      Duration patience,
      boolean indexes) {}

  /** Told what happens, by the thread that works. */
  public interface Observer {
    /**
     * Indexes are made, which takes its time for large tables.
     *
     * @param tables how many get one
     */
    void makesIndexes(int tables);

    /**
     * A step is done.
     *
     * @param left how many slots are still to move
     */
    void moved(String source, String target, State state, int left);

    /** A step could not be done for now, and is tried again. */
    void waits(SQLException reason);
  }

  /**
   * How far it is.
   *
   * @param slots how many have moved
   * @param rows how many have moved with them
   * @param longest the time that the longest step has taken, from when it had its locks
   * @param waits for how long all steps together waited for their locks
   * @param fixed how much of a step's time is for reading tables
   */
  public record State(int slots, long rows, Duration longest, Duration waits, Duration fixed) {}

  private record Step(
      Array slots, String source, String target, int count, int left, String plannedAt) {}

  private final Connection connection;
  private final Options options;
  private final Observer observer;
  private final StepSize size;
  private State state = new State(0, 0, Duration.ZERO, Duration.ZERO, Duration.ZERO);

  /**
   * @param connection to a coordinator, as a superuser, in autocommit
   */
  public Rebalancing(Connection connection, Options options, Observer observer) {
    this.connection = connection;
    this.options = options;
    this.observer = observer;
    this.size = new StepSize(options.longestStep());
  }

  /**
   * Moves slots until nothing is left to move.
   *
   * @param planned what there is to move
   * @throws SQLException as the coordinator says why a step cannot be done
   */
  public State run(PlannedMoves planned) throws SQLException {
    if (!options.indexes() || planned.slots() == 0) {
      return move(planned);
    }
    SlotIndexes indexes = new SlotIndexes(connection);
    try {
      indexes.make(observer, options.patience());
      State done = move(planned);
      indexes.drop();
      return done;
    } catch (SQLException e) {
      dropBehind(indexes, e);
      throw e;
    }
  }

  private static void dropBehind(SlotIndexes indexes, SQLException failure) {
    try {
      indexes.drop();
    } catch (SQLException e) {
      // The next run uses what is left, and drops it.
      failure.addSuppressed(e);
    }
  }

  private State move(PlannedMoves planned) throws SQLException {
    double bytesOfSlot = planned.slots() == 0 ? 0 : (double) planned.bytes() / planned.slots();
    long lastStep = System.nanoTime();
    for (Optional<Step> next = next(); next.isPresent(); next = next()) {
      Step step = next.get();
      long begun = System.nanoTime();
      try {
        long rows = move(step);
        lastStep = System.nanoTime();
        Duration all = Duration.ofNanos(lastStep - begun);
        Duration waited = waitedForLocks(step, all);
        Duration took = all.minus(waited);
        size.took(step.count(), took);
        state =
            new State(
                state.slots() + step.count(),
                state.rows() + rows,
                took.compareTo(state.longest()) > 0 ? took : state.longest(),
                state.waits().plus(waited),
                size.fixed());
        observer.moved(step.source(), step.target(), state, step.left() - step.count());
        rest(bytesOfSlot * step.count(), took);
      } catch (SQLException e) {
        if (!LATER.contains(e.getSQLState())
            || System.nanoTime() - lastStep > options.patience().toNanos()) {
          throw e;
        }
        observer.waits(e);
        LockSupport.parkNanos(BETWEEN_ATTEMPTS.toNanos());
      }
    }
    return state;
  }

  private Optional<Step> next() throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(NEXT)) {
      statement.setString(1, options.drained().orElse(null));
      statement.setInt(2, size.slots());
      try (ResultSet rows = statement.executeQuery()) {
        if (!rows.next()) {
          return Optional.empty();
        }
        Array slots = rows.getArray(1);
        int count = ((Object[]) slots.getArray()).length;
        return Optional.of(
            new Step(
                slots,
                rows.getString(2),
                rows.getString(3),
                count,
                rows.getInt(4),
                rows.getString(5)));
      }
    }
  }

  private long move(Step step) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement("SELECT move_slots(?, ?)")) {
      statement.setArray(1, step.slots());
      statement.setString(2, step.target());
      try (ResultSet rows = statement.executeQuery()) {
        rows.next();
        return rows.getLong(1);
      }
    }
  }

  /** Nothing, where that cannot be known: the step is done all the same. */
  private Duration waitedForLocks(Step step, Duration all) {
    try (PreparedStatement statement = connection.prepareStatement(LAST_MOVE)) {
      statement.setString(1, step.plannedAt());
      statement.setString(2, step.source());
      statement.setString(3, step.target());
      try (ResultSet rows = statement.executeQuery()) {
        double seconds = rows.next() ? rows.getDouble(1) : 0;
        return Duration.ofNanos((long) Math.min(seconds * 1e9, all.toNanos()));
      }
    } catch (SQLException e) {
      return Duration.ZERO;
    }
  }

  /** So that no more moves than is wanted. */
  private void rest(double bytes, Duration took) {
    if (options.bytesPerSecond().isPresent()) {
      double due = bytes / options.bytesPerSecond().getAsLong() * 1e9;
      LockSupport.parkNanos((long) Math.max(due - took.toNanos(), 0));
    }
  }
}
