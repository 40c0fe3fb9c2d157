package io.argosy.tests.drivers.suites;

/** A suite cannot be had on this machine. */
final class UnavailableSuiteException extends Exception {
  private static final long serialVersionUID = 1L;

  UnavailableSuiteException(String reason) {
    super(reason);
  }
}
