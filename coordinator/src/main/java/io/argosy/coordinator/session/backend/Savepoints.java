package io.argosy.coordinator.session.backend;

import io.argosy.coordinator.settings.SessionSettings;

/** The savepoints of a session's transaction, on its nodes and in what is remembered of it. */
public final class Savepoints {
  private final Backends backends;
  private final SessionSettings settings;

  public Savepoints(Backends backends, SessionSettings settings) {
    this.backends = backends;
    this.settings = settings;
  }

  /**
   * Sets one.
   *
   * @param statement that sets it
   */
  public void set(String name, String statement) {
    backends.transactionSnapshot().export();
    backends.transaction().onAllJoined(statement);
    backends.block().savepoint(name, statement, settings.current());
  }

  /**
   * Forgets one and those behind it.
   *
   * @param statement that does so
   */
  public void release(String name, String statement) {
    backends.transaction().onAllJoined(statement);
    backends.block().release(name);
  }

  /**
   * Returns to one, which stays; the settings of that moment hold again.
   *
   * @param statement that does so
   */
  public void rollBackTo(String name, String statement) {
    backends.transaction().onAllJoined(statement);
    settings.restore(backends.block().rollbackTo(name));
  }
}
