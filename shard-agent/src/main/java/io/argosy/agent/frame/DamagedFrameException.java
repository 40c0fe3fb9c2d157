package io.argosy.agent.frame;

/** A frame that no sound peer over a sound network sends. The connection must be closed. */
public final class DamagedFrameException extends RuntimeException {
  public DamagedFrameException(String message) {
    super(message);
  }
}
