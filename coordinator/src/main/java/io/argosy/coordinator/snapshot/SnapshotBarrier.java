package io.argosy.coordinator.snapshot;

import io.argosy.agent.postgres.PostgresException;
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
 * <p>Sections must be short, and nobody inside may wait for what a transaction holds until it
 * commits, such as a row lock: its COMMIT may wait at the barrier. They do not nest; whoever is
 * inside and enters once more may wait for itself.
 *
 * <p>Thread-safe. A section may be closed by another thread than the one that entered it. Waiting
 * suits virtual threads.
 */
public final class SnapshotBarrier {
  private final ReentrantLock lock = new ReentrantLock();
  private final Side snapshots = new Side();
  private final Side commits = new Side();
  private final boolean active;

  /**
   * @param active false makes a barrier at which nobody waits: reads over several nodes may then
   *     see a part of a transaction
   */
  public SnapshotBarrier(boolean active) {
    this.active = active;
  }

  /**
   * One side's time inside the barrier, which ends with {@link #close}. Closing again does nothing.
   */
  public final class Section implements AutoCloseable {
    private final Side side;
    private final long commitsBefore;
    private final AtomicBoolean inside = new AtomicBoolean(true);

    private Section(Side side) {
      this.side = side;
      this.commitsBefore = commits.admissions;
    }

    /**
     * How many commits had been let in when this was entered to take snapshots. Until it is closed
     * there are no more.
     */
    public long commits() {
      return commitsBefore;
    }

    @Override
    public void close() {
      if (active && inside.getAndSet(false)) {
        leave(side);
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

    private boolean mustWait() {
      return other().inside > 0 || other().waiting > 0;
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
    return enter(snapshots);
  }

  /**
   * Enters to commit a transaction that has written. Nobody takes snapshots until the section is
   * closed, by when every node must have committed.
   *
   * @throws PostgresException 57014 when the thread is interrupted; it is not inside then
   */
  public Section commit() {
    return enter(commits);
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

  private Section enter(Side side) {
    lock.lock();
    try {
      side.sections++;
      if (active) {
        if (side.mustWait()) {
          await(side);
        } else {
          side.inside++;
          side.admissions++;
        }
      }
      return new Section(side);
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
        side.admitted.await();
      }
    } catch (InterruptedException e) {
      if (side.round != round) {
        leave(side);
      } else {
        side.waiting--;
        admitWhoMayEnter(side.other());
      }
      throw e;
    } finally {
      side.waitedNanoseconds += System.nanoTime() - start;
    }
  }

  private void leave(Side side) {
    lock.lock();
    try {
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
