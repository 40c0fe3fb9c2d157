package io.argosy.tests.drivers.suites;

/** How a test of a suite has ended. */
enum Ending {
  PASSED,
  FAILED,
  /** By its own decision, such as for a server that lacks what it tests. */
  SKIPPED
}
