package io.argosy.tests.drivers.suites;

/**
 * What became of a test.
 *
 * @param message what was said of a failure or of the reason to skip it
 */
record TestResult(Ending ending, String message) {
  static final TestResult PASSED = new TestResult(Ending.PASSED, "");

  /** Of a test that another server has run, and this one has not come to. */
  static final TestResult MISSING =
      new TestResult(Ending.FAILED, "the test was not run: what it needs failed or hung before");

  boolean passed() {
    return ending == Ending.PASSED;
  }
}
