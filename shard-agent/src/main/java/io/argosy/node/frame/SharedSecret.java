package io.argosy.node.frame;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secret that a coordinator and its agents share, and the proofs of knowing it: HMAC-SHA-256
 * over who proves, the version, and a random number of each peer. The prover's role is in it, so
 * that a proof cannot be sent back to who made it. Someone who records the proofs can try secrets
 * against them, so the secret should be a random one of 32 characters or more.
 */
public final class SharedSecret {
  private static final String ALGORITHM = "HmacSHA256";

  /** Bytes of a random number. */
  static final int NONCE_BYTES = 32;

  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeySpec key;

  public SharedSecret(String secret) {
    if (secret.isEmpty()) {
      throw new IllegalArgumentException("the secret is empty");
    }
    key = new SecretKeySpec(secret.getBytes(UTF_8), ALGORITHM);
  }

  public static byte[] nonce() {
    byte[] nonce = new byte[NONCE_BYTES];
    RANDOM.nextBytes(nonce);
    return nonce;
  }

  public byte[] coordinatorProof(byte[] agentNonce, byte[] coordinatorNonce) {
    return proof("argosy coordinator", agentNonce, coordinatorNonce);
  }

  public byte[] agentProof(byte[] agentNonce, byte[] coordinatorNonce) {
    return proof("argosy agent", agentNonce, coordinatorNonce);
  }

  /** Compares in a time that does not depend on where the difference is. */
  public static boolean same(byte[] expected, byte[] given) {
    return MessageDigest.isEqual(expected, given);
  }

  private byte[] proof(String prover, byte[] agentNonce, byte[] coordinatorNonce) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      for (byte[] part :
          new byte[][] {prover.getBytes(UTF_8), version(), agentNonce, coordinatorNonce}) {
        mac.update(ByteBuffer.allocate(4).putInt(0, part.length));
        mac.update(part);
      }
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  private static byte[] version() {
    return ByteBuffer.allocate(4).putInt(0, Limits.VERSION).array();
  }
}
