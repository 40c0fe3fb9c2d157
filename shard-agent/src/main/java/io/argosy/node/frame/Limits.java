package io.argosy.node.frame;

import io.argosy.node.SessionOptions;
import java.time.Duration;

/** The numbers that both peers must agree on. */
public final class Limits {
  /** The version of the protocol. */
  public static final int VERSION = 13;

  /** Bytes that may be sent on a stream before the receiver has granted any. */
  public static final int WINDOW = 1 << 20;

  /** Bytes at most in a block, uncompressed, that is not an inline answer. */
  public static final int BLOCK = 128 * 1024;

  /** Bytes at most in any block, uncompressed. */
  public static final int LONGEST_BLOCK = Math.max(BLOCK, SessionOptions.LONGEST_INLINE);

  /** Bytes at most in a frame after its length field. */
  public static final int FRAME = 1 << 20;

  /** The same before the peer has proven that it knows the secret. */
  public static final int UNPROVEN_FRAME = 512;

  /** How long a peer may take to prove that. */
  public static final Duration PROOF = Duration.ofSeconds(5);

  /** After so long without having sent anything, a peer sends a Ping. */
  public static final Duration PING = Duration.ofSeconds(5);

  /** After so long without having heard anything, a peer is taken for dead. */
  public static final Duration SILENCE = Duration.ofSeconds(15);

  /** After so long without an answer, who waits for one asks whether there will be any. */
  public static final Duration ASK = Duration.ofSeconds(3);

  private Limits() {}
}
