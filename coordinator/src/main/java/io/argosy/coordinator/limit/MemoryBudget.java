package io.argosy.coordinator.limit;

import io.argosy.node.AnswerMemory;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the coordinator may hold in memory for its clients: messages that they send, and answers of
 * nodes. What is more is refused, except short pieces of answers, which are only counted.
 * Thread-safe.
 */
public final class MemoryBudget {
  private final AtomicLong held = new AtomicLong();
  private volatile long limit;
  private volatile long statementLimit;

  /**
   * @param limit bytes, for all clients together
   * @param statementLimit bytes, for answers to one statement
   */
  public MemoryBudget(long limit, long statementLimit) {
    this.limit = limit;
    this.statementLimit = statementLimit;
  }

  /** Changes the limits; what is held stays. */
  public void limits(long newLimit, long newStatementLimit) {
    limit = newLimit;
    statementLimit = newStatementLimit;
  }

  /** Bytes that are held. */
  public long held() {
    return held.get();
  }

  /** Bytes that may be held. */
  public long limit() {
    return limit;
  }

  /** Takes so many bytes; false when they are not left. */
  public boolean take(long bytes) {
    return take(held, bytes, limit);
  }

  /** Never counts more than the limit, even for an instant: others would be refused for nothing. */
  private static boolean take(AtomicLong count, long bytes, long limit) {
    while (true) {
      long before = count.get();
      if (bytes > limit - before) {
        return false;
      }
      if (count.compareAndSet(before, before + bytes)) {
        return true;
      }
    }
  }

  /** Gives back what was taken. */
  public void giveBack(long bytes) {
    held.addAndGet(-bytes);
  }

  /** A part for one session's statements, one after the other. */
  public AnswerMemory share() {
    return new Share();
  }

  private final class Share implements AnswerMemory {
    private final AtomicLong ofStatement = new AtomicLong();

    @Override
    public void hold(long bytes) {
      if (!take(ofStatement, bytes, statementLimit)) {
        throw refused(
            "the statement needs more than " + Megabytes.shown(statementLimit),
            "limits.statement_memory_megabytes");
      }
      if (!MemoryBudget.this.take(bytes)) {
        ofStatement.addAndGet(-bytes);
        throw refused(
            "all statements together need more than " + Megabytes.shown(limit),
            "limits.memory_megabytes");
      }
    }

    @Override
    public void holdAnyway(long bytes) {
      ofStatement.addAndGet(bytes);
      held.addAndGet(bytes);
    }

    @Override
    public void release(long bytes) {
      ofStatement.addAndGet(-bytes);
      giveBack(bytes);
    }
  }

  private static PostgresException refused(String why, String setting) {
    return new PostgresException(
        PostgresError.of("53200", "out of memory of the coordinator")
            .withDetail("Of what nodes have answered, " + why + " at a time.")
            .withHint(
                "Fetch fewer or shorter rows, try again when less is running, or raise "
                    + setting
                    + " in the coordinator's file."));
  }
}
