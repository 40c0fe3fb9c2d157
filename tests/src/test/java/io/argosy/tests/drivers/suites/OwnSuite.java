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
   */
  SuiteResult run(int port, Path reports) throws IOException, InterruptedException;
}
