package io.argosy.tpcd.demo;

import java.io.IOException;

/** A running cluster or PostgreSQL of a demonstration. */
public interface DemoServer extends AutoCloseable {
  /** Where it answers; with everything in it that a client needs to log in. */
  String jdbcUrl();

  /** Stops it and everything that belongs to it. A second call does nothing. */
  @Override
  void close() throws IOException;
}
