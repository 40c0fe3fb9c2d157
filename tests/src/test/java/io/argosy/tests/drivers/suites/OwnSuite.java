package io.argosy.tests.drivers.suites;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The tests that a driver of another language has of its own. */
interface OwnSuite {
  /** The driver's name, which no other has. */
  String driver();

  /** The driver's version, of which the tests are. */
  String version() throws IOException;

  /**
   * Fetches the tests and what runs them, unless that is done.
   *
   * @throws UnavailableSuiteException where they cannot be had, with the reason
   */
  void prepare() throws IOException, InterruptedException, UnavailableSuiteException;

  /** What a superuser does in a server's database before the tests run. */
  List<String> definitions();

  /**
   * Runs the tests.
   *
   * @param port of a server that asks nobody for a password
   * @param reports an empty directory for what the tests write
   * @param left the tests that are not run
   */
  SuiteResult run(int port, Path reports, List<String> left)
      throws IOException, InterruptedException;

  /**
   * Tests that would hang on Argosy until somebody ends them, so they are not run and count as
   * failed.
   */
  default List<String> hanging() {
    return List.of();
  }
}
