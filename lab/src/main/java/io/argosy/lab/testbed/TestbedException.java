package io.argosy.lab.testbed;

import java.io.IOException;

/** Something on this machine keeps the testbed from working; the message says what to do. */
public final class TestbedException extends IOException {
  private static final long serialVersionUID = 1L;

  public TestbedException(String message) {
    super(message);
  }

  public TestbedException(String message, Throwable cause) {
    super(message, cause);
  }
}
