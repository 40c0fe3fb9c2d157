package io.argosy.protocol.authentication;

import java.security.SecureRandom;

/**
 * Verifiers for users that do not exist, so that a client cannot find out which do: they look like
 * real ones, and no password fits.
 */
public final class ImpossibleVerifiers {
  private static final int ITERATIONS = 4096;
  private static final int KEY_BYTES = 32;

  private final SecureRandom random;
  private final UserSalts salts;

  public ImpossibleVerifiers(SecureRandom random, UserSalts salts) {
    this.random = random;
    this.salts = salts;
  }

  public ScramVerifier of(String user) {
    return new ScramVerifier(ITERATIONS, salts.of(user), key(), key());
  }

  private byte[] key() {
    byte[] bytes = new byte[KEY_BYTES];
    random.nextBytes(bytes);
    return bytes;
  }
}
