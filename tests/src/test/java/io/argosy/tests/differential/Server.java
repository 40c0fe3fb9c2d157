package io.argosy.tests.differential;

/** A database whose server was started for a test. */
public interface Server extends Database, AutoCloseable {
  /** Stops the server. */
  @Override
  void close();
}
