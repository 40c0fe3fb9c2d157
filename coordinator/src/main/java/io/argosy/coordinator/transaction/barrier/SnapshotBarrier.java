package io.argosy.coordinator.transaction.barrier;

import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Lets many reads take snapshots of several nodes at once, or many transactions commit at once, but
 * never both: a read then sees a transaction on all of its nodes or on none. This is group mutual
 * exclusion (Joung, "Asynchronous group mutual exclusion", 1998).
 *
 * <p>Fair: who comes while the other side waits lines up behind it, and when the last one inside
 * leaves, all who wait on the other side enter together. So the sides alternate when both are busy,
 * and neither waits for more than one round of the other.
 *
 * <p>Sections must be short, and nobody else inside may wait for what a transaction holds until it
 * commits, such as a row lock: its COMMIT may wait at the barrier. They do not nest; whoever is
 * inside and enters once more may wait for itself.
 *
 * <p>Nobody waits without end for one that is inside, which may wait for a node that has stopped:
 * who waits puts everybody out who has been inside for longer than the limit. A read that was put
 * out may have seen a part of a transaction, so it fails when it closes its section. A commit that
 * is put out is told before the others go on, so that what it leaves is known to be in doubt.
 *
 * <p>A transaction that is one statement can be inside while that runs, though it may wait for
 * locks, if it gives way: it is asked to end when somebody waits for it and it has been inside for
 * {@link #PATIENCE}.
 *
 * <p>Thread-safe. A section may be closed by another thread than the one that entered it. Waiting
 * suits virtual threads.
 */
public final class SnapshotBarrier {
  /** Much longer than the round trips inside take, and shorter than clients like to wait. */
  public static final Duration USUAL_LIMIT = Duration.ofSeconds(10);

  /** As long as a statement of one row usually takes with all that it waits for, and more. */
  public static final Duration PATIENCE = Duration.ofMillis(20);

  private static final Runnable NOTHING = () -> {};
  private static final long SHORTEST_WAIT = 1_000_000;

  private final ReentrantLock lock = new ReentrantLock();
  private final Side snapshots = new Side();
  private final Side commits = new Side();
  private final boolean active;
  private final Duration limit;

  /**
   * With the usual limit.
   *
   * @param active false makes a barrier at which nobody waits: reads over several nodes may then
   *     see a part of a transaction
   */
  public SnapshotBarrier(boolean active) {
    this(active, USUAL_LIMIT);
  }

  /**
   * The same.
   *
   * @param limit how long somebody may be inside while others wait
   */
  public SnapshotBarrier(boolean active, Duration limit) {
    this.active = active;
    this.limit = limit;
  }

  /** Another one like it, for a database whose reads and commits are apart from those of this. */
  public SnapshotBarrier another() {
    return new SnapshotBarrier(active, limit);
  }

  /**
   * One side's time inside the barrier, which ends with {@link #close}. Closing again does nothing.
   */
  public final class Section implements AutoCloseable {
    private final Side side;
    private final long commitsBefore;
    private final Runnable whenPutOut;
    private final Runnable givesWay;
    private final long enteredAt = System.nanoTime();
    private final AtomicBoolean inside = new AtomicBoolean(true);
    private final AtomicBoolean failing = new AtomicBoolean();

    /** Whether it need not be asked to give way any more; guarded by the lock. */
    private boolean asked;

    private Section(Side side, Runnable whenPutOut, Runnable givesWay) {
      this.side = side;
      this.givesWay = givesWay;
      this.asked = givesWay == NOTHING;
      this.commitsBefore = commits.admissions;
      this.whenPutOut = whenPutOut;
      if (active) {
        side.present.add(this);
      }
    }

    private long nanosecondsLeft() {
      return nanosecondsLeft(limit);
    }

    private long nanosecondsLeft(Duration time) {
      return time.toNanos() - (System.nanoTime() - enteredAt);
    }

    /** Until it is put out, or asked to give way. */
    private long nanosecondsToWait() {
      return asked ? nanosecondsLeft() : nanosecondsLeft(PATIENCE);
    }

    /** By who holds the lock. */
    private void askToGiveWay() {
      if (!asked && nanosecondsLeft(PATIENCE) <= 0) {
        asked = true;
        givesWay.run();
      }
    }

    /** By who holds the lock. */
    private void putOut() {
      if (inside.getAndSet(false)) {
        failing.set(side == snapshots);
        whenPutOut.run();
        leave(this);
      }
    }

    /**
     * How many commits had been let in when this was entered to take snapshots. Until it is closed
     * there are no more.
     */
    public long commits() {
      return commitsBefore;
    }

    /**
     * Ends it.
     *
     * @throws PostgresException 40001 when snapshots were to be taken and it was put out before:
     *     others have committed between them
     */
    @Override
    public void close() {
      end();
      if (failing.getAndSet(false)) {
        throw new PostgresException(
            "40001",
            "the nodes did not take their snapshots within "
                + limit.toSeconds()
                + " seconds, and others could not wait longer",
            "Retry the transaction. Does a node or an agent hang?");
      }
    }

    /** Ends it for somebody who does not use what was seen in it. */
    void end() {
      if (active && inside.getAndSet(false)) {
        leave(this);
      }
    }
  }

  /**
   * How one side has used the barrier since the start.
   *
   * @param sections how many have entered
   * @param waited how many of them had to wait
   * @param waitedNanoseconds how long they waited, taken together
   */
  public record Usage(long sections, long waited, long waitedNanoseconds) {}

  /** All fields are guarded by the lock. */
  private final class Side {
    private final Condition admitted = lock.newCondition();
    private final Set<Section> present = new LinkedHashSet<>();
    private int inside;
    private int waiting;

    /** Grows when those who wait are admitted. */
    private long round;

    /** How many have been let in. */
    private long admissions;

    private long sections;
    private long waited;
    private long waitedNanoseconds;

    private Side other() {
      return this == snapshots ? commits : snapshots;
    }

    /** How long it may take until one of those inside has been there for too long. */
    private long nanosecondsToWait() {
      return present.stream().mapToLong(Section::nanosecondsToWait).min().orElseGet(limit::toNanos);
    }

    private void hurry() {
      for (Section section : List.copyOf(present)) {
        section.askToGiveWay();
        if (section.nanosecondsLeft() <= 0) {
          section.putOut();
        }
      }
    }

    private boolean mustWait() {
      return other().inside > 0 || other().waiting > 0;
    }

    private void enter() {
      inside++;
      admissions++;
    }

    private void admitAll() {
      inside += waiting;
      admissions += waiting;
      waiting = 0;
      round++;
      admitted.signalAll();
    }

    private Usage usage() {
      return new Usage(sections, waited, waitedNanoseconds);
    }
  }

  /**
   * Enters to take snapshots on several nodes. No commit is between two of its nodes until the
   * section is closed, by when every node must have taken its snapshot.
   *
   * @throws PostgresException 57014 when the thread is interrupted; it is not inside then
   */
  public Section takeSnapshots() {
    return enter(snapshots, NOTHING);
  }

  /**
   * Enters to commit a transaction that has written. Nobody takes snapshots until the section is
   * closed, by when every node must have committed.
   *
   * @throws PostgresException 57014 when the thread is interrupted; it is not inside then
   */
  public Section commit() {
    return commit(NOTHING);
  }

  /**
   * The same.
   *
   * @param whenPutOut run by another thread, at most once, when this has taken too long, before
   *     anybody else enters; must not block
   */
  public Section commit(Runnable whenPutOut) {
    return enter(commits, whenPutOut);
  }

  /**
   * Enters to run a statement and commit it at once, if that need not wait.
   *
   * @param givesWay ends the statement, which waits perhaps for somebody who waits here; run by
   *     another thread, at most once, when somebody waits and it has been inside for {@link
   *     #PATIENCE}; must not block
   * @param whenPutOut as for {@link #commit(Runnable)}
   * @return empty where somebody takes snapshots or waits to take some
   */
  public Optional<Section> tryCommit(Runnable givesWay, Runnable whenPutOut) {
    lock.lock();
    try {
      if (active) {
        if (commits.mustWait()) {
          return Optional.empty();
        }
        commits.enter();
      }
      commits.sections++;
      return Optional.of(new Section(commits, whenPutOut, givesWay));
    } finally {
      lock.unlock();
    }
  }

  /** Whether anybody waits here at all. */
  public boolean active() {
    return active;
  }

  /** How {@link #takeSnapshots} was used. */
  public Usage snapshotUsage() {
    return usage(snapshots);
  }

  /** How {@link #commit} was used. */
  public Usage commitUsage() {
    return usage(commits);
  }

  private Usage usage(Side side) {
    lock.lock();
    try {
      return side.usage();
    } finally {
      lock.unlock();
    }
  }

  private Section enter(Side side, Runnable whenPutOut) {
    lock.lock();
    try {
      side.sections++;
      if (active) {
        if (side.mustWait()) {
          await(side);
        } else {
          side.enter();
        }
      }
      return new Section(side, whenPutOut, NOTHING);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new PostgresException("57014", "the session was interrupted");
    } finally {
      lock.unlock();
    }
  }

  private void await(Side side) throws InterruptedException {
    long start = System.nanoTime();
    long round = side.round;
    side.waiting++;
    side.waited++;
    try {
      while (side.round == round) {
        side.other().hurry();
        if (side.round == round) {
          side.admitted.awaitNanos(Math.max(SHORTEST_WAIT, side.other().nanosecondsToWait()));
        }
      }
    } catch (InterruptedException e) {
      if (side.round != round) {
        side.inside--;
        admitWhoMayEnter(side.other());
      } else {
        side.waiting--;
        admitWhoMayEnter(side.other());
      }
      throw e;
    } finally {
      side.waitedNanoseconds += System.nanoTime() - start;
    }
  }

  private void leave(Section section) {
    Side side = section.side;
    lock.lock();
    try {
      side.present.remove(section);
      side.inside--;
      admitWhoMayEnter(side.other());
    } finally {
      lock.unlock();
    }
  }

  /** After the side opposite has become smaller: those of this side need not wait for it now. */
  private static void admitWhoMayEnter(Side side) {
    Side other = side.other();
    boolean itsTurn = side.inside == 0 || other.waiting == 0;
    if (side.waiting > 0 && other.inside == 0 && itsTurn) {
      side.admitAll();
    }
  }
}
