package io.argosy.coordinator.wire;

/** The client has closed its connection; there is nobody to answer any more. */
public final class ClientGoneException extends RuntimeException {
  public ClientGoneException(String message) {
    super(message);
  }
}
