package io.argosy.protocol.authentication;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import com.ongres.scram.common.StringPreparation;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a server stores of a password for SCRAM-SHA-256 (RFC 5803, RFC 7677). From it the password
 * can be checked, but a client that knows only this cannot log in.
 *
 * @param salt as the password was salted
 * @param storedKey the hash of the client's key
 * @param serverKey what the server signs with
 */
public record ScramVerifier(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
  private static final Pattern TEXT =
      Pattern.compile(
          "SCRAM-SHA-256\\$([1-9][0-9]{0,8}):([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)");
  private static final int KEY_BYTES = 32;
  private static final int SALT_BYTES = 16;

  /** Whether a text is of the form that {@link #parse} reads. */
  public static boolean isVerifier(String text) {
    try {
      parse(text);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /**
   * Reads the form in which PostgreSQL keeps it in {@code pg_authid.rolpassword}: {@code
   * SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey}, the last three in base64.
   *
   * @throws IllegalArgumentException when it is not of that form; its message does not repeat it
   */
  public static ScramVerifier parse(String text) {
    Matcher matcher = TEXT.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "not a SCRAM-SHA-256 verifier as PostgreSQL's pg_authid holds it");
    }
    Base64.Decoder base64 = Base64.getDecoder();
    ScramVerifier verifier =
        new ScramVerifier(
            Integer.parseInt(matcher.group(1)),
            base64.decode(matcher.group(2)),
            base64.decode(matcher.group(3)),
            base64.decode(matcher.group(4)));
    if (verifier.storedKey.length != KEY_BYTES || verifier.serverKey.length != KEY_BYTES) {
      throw new IllegalArgumentException("the keys of a SCRAM-SHA-256 verifier have 32 bytes");
    }
    return verifier;
  }

  /** Makes the verifier of a password, which is prepared as PostgreSQL does (SASLprep). */
  public static ScramVerifier of(char[] password, byte[] salt, int iterations) {
    ScramMechanism mechanism = ScramMechanism.SCRAM_SHA_256;
    byte[] salted =
        ScramFunctions.saltedPassword(
            mechanism, StringPreparation.POSTGRESQL_PREPARATION, password, salt, iterations);
    byte[] clientKey = ScramFunctions.clientKey(mechanism, salted);
    return new ScramVerifier(
        iterations,
        salt,
        ScramFunctions.storedKey(mechanism, clientKey),
        ScramFunctions.serverKey(mechanism, salted));
  }

  /** Makes a verifier of a password with a new salt, as long as PostgreSQL's are. */
  public static ScramVerifier of(String password, int iterations) {
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    return of(password.toCharArray(), salt, iterations);
  }

  /** The form that {@link #parse} reads. */
  public String text() {
    Base64.Encoder base64 = Base64.getEncoder();
    return "SCRAM-SHA-256$%d:%s$%s:%s"
        .formatted(
            iterations,
            base64.encodeToString(salt),
            base64.encodeToString(storedKey),
            base64.encodeToString(serverKey));
  }

  /** Keys do not belong into logs. */
  @Override
  public String toString() {
    return "SCRAM-SHA-256 verifier";
  }
}
