package io.argosy.tests.histories;

/** Something that can fail and come back. */
interface Part {
  /** Does nothing from now on, until {@link #thaw}. */
  void freeze();

  void thaw();

  /** Kills it and starts it again. */
  void restart();
}
