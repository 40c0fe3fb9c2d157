package io.argosy.tpcd.demo;

import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A running cluster or PostgreSQL of a demonstration. */
public interface DemoServer extends AutoCloseable {
  /** Where it answers; with everything in it that a client needs to log in. */
  String jdbcUrl();

  /**
   * Where the PostgreSQL servers behind it answer, in the nodes' order; none if it is one itself.
   */
  List<String> nodeUrls();

  /** Where its web console is; empty where it has none. */
  default Optional<String> consoleUrl() {
    return Optional.empty();
  }

  /** Stops it and everything that belongs to it. A second call does nothing. */
  @Override
  void close() throws IOException;
}
