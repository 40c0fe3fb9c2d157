package io.argosy.coordinator.wire.authentication;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifiers for users that do not exist, so that a client cannot find out which do: the same user
 * is shown the same salt every time, as a real one would be, and no password fits.
 */
public final class ImpossibleVerifiers {
  private static final int ITERATIONS = 4096;
  private static final int SALT_BYTES = 16;
  private static final int KEY_BYTES = 32;
  private static final String MAC = "HmacSHA256";

  private final SecureRandom random;
  private final SecretKeySpec secret;

  public ImpossibleVerifiers(SecureRandom random) {
    this.random = random;
    this.secret = new SecretKeySpec(bytes(KEY_BYTES), MAC);
  }

  public ScramVerifier of(String user) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(secret);
      byte[] salt = Arrays.copyOf(mac.doFinal(user.getBytes(StandardCharsets.UTF_8)), SALT_BYTES);
      return new ScramVerifier(ITERATIONS, salt, bytes(KEY_BYTES), bytes(KEY_BYTES));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + MAC, e);
    }
  }

  private byte[] bytes(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }
}
