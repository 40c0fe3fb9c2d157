package io.argosy.tests.soak;

/** Is told how the acts of clients have ended, by many of them at once. */
interface Outcomes {
  String RIGHT = "right";

  /**
   * An act has ended.
   *
   * @param how a SQLSTATE, or {@link #RIGHT}
   * @param milliseconds how long it took
   */
  void count(Act act, String how, long milliseconds);

  /** Something has happened that must not. */
  void wrong(String what);
}
