package io.argosy.node.frame;

import io.netty.handler.codec.DecoderException;

/** A frame that no sound peer over a sound network sends. The connection must be closed. */
public final class DamagedFrameException extends RuntimeException {
  public DamagedFrameException(String message) {
    super(message);
  }

  /** What a handler of a connection is told of, without the exception that Netty puts around it. */
  public static Throwable reason(Throwable caught) {
    return caught instanceof DecoderException && caught.getCause() != null
        ? caught.getCause()
        : caught;
  }
}
