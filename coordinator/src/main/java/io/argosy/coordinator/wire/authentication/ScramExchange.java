package io.argosy.coordinator.wire.authentication;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import io.argosy.agent.postgres.PostgresError;
import io.argosy.agent.postgres.PostgresException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One SCRAM-SHA-256 authentication as the server plays it (RFC 5802 section 5, without channel
 * binding). The user's name in the exchange is ignored as PostgreSQL ignores it: the one of the
 * startup message counts. Not thread-safe.
 */
public final class ScramExchange {
  private static final int NONCE_LENGTH = 24;
  private static final Pattern CLIENT_FIRST =
      Pattern.compile("(?<header>(?<binding>[ny]|p=[^,]*),(?<authzid>[^,]*),)(?<bare>.*)");
  private static final Pattern CLIENT_FIRST_BARE =
      Pattern.compile("n=[^,]*,r=(?<nonce>[\\x21-\\x2b\\x2d-\\x7e]+)(,.*)?");
  private static final Pattern CLIENT_FINAL =
      Pattern.compile(
          "(?<withoutProof>c=(?<binding>[A-Za-z0-9+/=]+),r=(?<nonce>[^,]+)(,.*)?),"
              + "p=(?<proof>[A-Za-z0-9+/=]+)");

  private final ScramVerifier verifier;
  private final Supplier<String> nonces;
  private String header;
  private String clientFirstBare;
  private String serverFirst;
  private String nonce;

  public ScramExchange(ScramVerifier verifier, SecureRandom random) {
    this(verifier, () -> ScramFunctions.nonce(NONCE_LENGTH, random));
  }

  /**
   * @param nonces the server's part of the nonce, printable and without commas
   */
  ScramExchange(ScramVerifier verifier, Supplier<String> nonces) {
    this.verifier = verifier;
    this.nonces = nonces;
  }

  /**
   * Answers the client's first message with salt, iterations and the common nonce.
   *
   * @throws PostgresException 08P01 when it is malformed, 0A000 when it asks for what is not there
   */
  public String serverFirst(String clientFirst) {
    Matcher message = CLIENT_FIRST.matcher(clientFirst);
    if (!message.matches()) {
      throw malformed("The message does not start with a channel binding flag.");
    }
    if (message.group("binding").startsWith("p")) {
      throw malformed("The client selected SCRAM-SHA-256 without channel binding, but uses it.");
    }
    if (!message.group("authzid").isEmpty()) {
      throw unsupported("client uses authorization identity, but it is not supported");
    }
    header = message.group("header");
    clientFirstBare = message.group("bare");
    if (clientFirstBare.startsWith("m=")) {
      throw unsupported("client requires an unsupported SCRAM extension");
    }
    Matcher bare = CLIENT_FIRST_BARE.matcher(clientFirstBare);
    if (!bare.matches()) {
      throw malformed("The client's first message has no printable nonce.");
    }
    nonce = bare.group("nonce") + nonces.get();
    serverFirst =
        "r=%s,s=%s,i=%d"
            .formatted(
                nonce, Base64.getEncoder().encodeToString(verifier.salt()), verifier.iterations());
    return serverFirst;
  }

  /**
   * Checks the client's proof.
   *
   * @return the server's own proof, or empty when the password is wrong
   * @throws PostgresException 08P01 when the message is malformed
   */
  public Optional<String> serverFinal(String clientFinal) {
    Matcher message = CLIENT_FINAL.matcher(clientFinal);
    if (!message.matches()) {
      throw malformed("The client's final message has no proof.");
    }
    byte[] binding = decode(message.group("binding"));
    if (!header.equals(new String(binding, StandardCharsets.UTF_8))) {
      throw malformed("Unexpected SCRAM channel binding attribute in client-final-message.");
    }
    if (!nonce.equals(message.group("nonce"))) {
      throw malformed("Nonce does not match.");
    }
    byte[] proof = decode(message.group("proof"));
    if (proof.length != verifier.storedKey().length) {
      throw malformed("Malformed proof in client-final-message.");
    }
    String authMessage = clientFirstBare + "," + serverFirst + "," + message.group("withoutProof");
    ScramMechanism mechanism = ScramMechanism.SCRAM_SHA_256;
    if (!ScramFunctions.verifyClientProof(mechanism, proof, verifier.storedKey(), authMessage)) {
      return Optional.empty();
    }
    byte[] signature = ScramFunctions.serverSignature(mechanism, verifier.serverKey(), authMessage);
    return Optional.of("v=" + Base64.getEncoder().encodeToString(signature));
  }

  private static byte[] decode(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw malformed("The message is not encoded in base64.");
    }
  }

  private static PostgresException malformed(String detail) {
    return new PostgresException(
        PostgresError.of("FATAL", "08P01", "malformed SCRAM message").withDetail(detail));
  }

  private static PostgresException unsupported(String message) {
    return new PostgresException(PostgresError.of("FATAL", "0A000", message));
  }
}
