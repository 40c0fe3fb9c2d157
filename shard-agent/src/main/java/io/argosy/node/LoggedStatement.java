package io.argosy.node;

import org.slf4j.MDC;

/** Puts the id of the client's statement that a thread works for into what the thread logs. */
public final class LoggedStatement {
  /** Where logs have it. */
  public static final String KEY = "statement";

  private LoggedStatement() {}

  /**
   * From now on the calling thread works for this statement.
   *
   * @param id empty for none
   */
  public static void set(String id) {
    if (id.isEmpty()) {
      MDC.remove(KEY);
    } else {
      MDC.put(KEY, id);
    }
  }

  /** The calling thread works for no statement any more. */
  public static void clear() {
    MDC.remove(KEY);
  }
}
