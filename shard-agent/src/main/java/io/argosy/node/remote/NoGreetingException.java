package io.argosy.node.remote;

import java.io.IOException;

/** Who answers does not greet as an agent does. */
final class NoGreetingException extends IOException {
  private static final long serialVersionUID = 1L;

  NoGreetingException(String message) {
    super(message);
  }
}
