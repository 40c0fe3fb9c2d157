package io.argosy.coordinator.gateway;

/** The client has closed its connection; there is nobody to answer any more. */
public final class ClientGoneException extends RuntimeException {
  public ClientGoneException(String message) {
    super(message);
  }
}
