package io.argosy.tests.client;

/** Programs cannot be run on this machine; the message says why. */
final class MissingToolchainException extends Exception {
  private static final long serialVersionUID = 1;

  MissingToolchainException(String reason) {
    super(reason);
  }
}
