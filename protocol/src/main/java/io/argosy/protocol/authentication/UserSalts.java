package io.argosy.protocol.authentication;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A salt for every user of whom no verifier is stored, the same every time, as a stored one would
 * be. Made of a secret and the user's name, as PostgreSQL makes them of its {@code
 * mock_authentication_nonce}: who does not know the secret cannot tell them from stored ones.
 */
public final class UserSalts {
  private static final int SALT_BYTES = 16;
  private static final int SECRET_BYTES = 32;
  private static final String MAC = "HmacSHA256";

  private final SecretKeySpec secret;

  /**
   * @param secret known to those only who may see verifiers; the same at every start
   */
  public UserSalts(byte[] secret) {
    this.secret = new SecretKeySpec(secret, MAC);
  }

  /** With a secret that is forgotten at the end of the process. */
  public static UserSalts ofProcess() {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    return new UserSalts(secret);
  }

  /** A user's salt, as long as PostgreSQL's are. */
  public byte[] of(String user) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(secret);
      return Arrays.copyOf(mac.doFinal(user.getBytes(UTF_8)), SALT_BYTES);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + MAC, e);
    }
  }
}
