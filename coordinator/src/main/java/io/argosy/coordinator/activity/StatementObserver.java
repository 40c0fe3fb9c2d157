package io.argosy.coordinator.activity;

/** Is told what becomes of statements, by their sessions' threads, which wait for it. */
public interface StatementObserver {
  /** A statement has been answered. */
  void completed(SessionActivity session, StatementActivity statement);

  /**
   * A client was told an error.
   *
   * @param sqlState five characters
   */
  void failed(String sqlState);
}
