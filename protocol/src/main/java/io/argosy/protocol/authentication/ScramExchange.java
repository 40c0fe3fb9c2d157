package io.argosy.protocol.authentication;

import com.ongres.scram.common.ScramFunctions;
import com.ongres.scram.common.ScramMechanism;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.tls.ChannelBinding;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One SCRAM-SHA-256 authentication as the server plays it (RFC 5802 section 5), with or without
 * channel binding. The user's name in the exchange is ignored as PostgreSQL ignores it: the one of
 * the startup message counts. Not thread-safe.
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
  private final ScramMechanism mechanism;
  private final Optional<ChannelBinding> offered;
  private final Supplier<String> nonces;
  private String header;
  private String clientFirstBare;
  private String serverFirst;
  private String nonce;

  /**
   * @param mechanism what the client has chosen: SCRAM-SHA-256, or SCRAM-SHA-256-PLUS where channel
   *     binding is offered
   * @param offered what the exchange can be bound to
   */
  public ScramExchange(
      ScramVerifier verifier,
      ScramMechanism mechanism,
      Optional<ChannelBinding> offered,
      SecureRandom random) {
    this(verifier, mechanism, offered, () -> ScramFunctions.nonce(NONCE_LENGTH, random));
  }

  /**
   * @param nonces the server's part of the nonce, printable and without commas
   */
  ScramExchange(
      ScramVerifier verifier,
      ScramMechanism mechanism,
      Optional<ChannelBinding> offered,
      Supplier<String> nonces) {
    this.verifier = verifier;
    this.mechanism = mechanism;
    this.offered = offered;
    this.nonces = nonces;
  }

  /**
   * Answers the client's first message with salt, iterations and the common nonce.
   *
   * @throws PostgresException 08P01 when it is malformed, 0A000 when it asks for what is not there,
   *     28000 when somebody has kept channel binding from the client
   */
  public String serverFirst(String clientFirst) {
    Matcher message = CLIENT_FIRST.matcher(clientFirst);
    if (!message.matches()) {
      throw malformed("The message does not start with a channel binding flag.");
    }
    checkBindingFlag(message.group("binding"));
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

  /** RFC 5802 section 6, with PostgreSQL's words. */
  private void checkBindingFlag(String flag) {
    switch (flag) {
      case "n", "y" -> {
        if (mechanism.isPlus()) {
          throw malformed(
              "The client selected SCRAM-SHA-256-PLUS, but the SCRAM message does not include"
                  + " channel binding data.");
        }
        if (flag.equals("y") && offered.isPresent()) {
          throw new PostgresException(
              PostgresError.of("FATAL", "28000", "SCRAM channel binding negotiation error")
                  .withDetail(
                      "The client supports SCRAM channel binding but thinks the server does not."
                          + "  However, this server does support channel binding."));
        }
      }
      default -> {
        if (!mechanism.isPlus()) {
          throw malformed(
              "The client selected SCRAM-SHA-256 without channel binding, but the SCRAM message"
                  + " includes channel binding data.");
        }
        if (!flag.equals("p=" + ChannelBinding.TYPE)) {
          throw new PostgresException(
              PostgresError.of(
                  "FATAL",
                  "08P01",
                  "unsupported SCRAM channel-binding type \"%s\"".formatted(flag.substring(2))));
        }
      }
    }
  }

  /** The header, and behind it what the client believes to be at the other end of its TLS. */
  private void checkBinding(byte[] given) {
    ByteArrayOutputStream expected = new ByteArrayOutputStream();
    expected.writeBytes(header.getBytes(StandardCharsets.UTF_8));
    if (mechanism.isPlus()) {
      expected.writeBytes(offered.orElseThrow().data());
    }
    if (!MessageDigest.isEqual(expected.toByteArray(), given)) {
      throw mechanism.isPlus()
          ? new PostgresException(
              PostgresError.of("FATAL", "28000", "SCRAM channel binding check failed"))
          : malformed("Unexpected SCRAM channel-binding attribute in client-final-message.");
    }
  }

  /**
   * Checks the client's proof.
   *
   * @return the server's own proof, or empty when the password is wrong
   * @throws PostgresException 08P01 when the message is malformed, 28000 when it is bound to
   *     another server's TLS
   */
  public Optional<String> serverFinal(String clientFinal) {
    Matcher message = CLIENT_FINAL.matcher(clientFinal);
    if (!message.matches()) {
      throw malformed("The client's final message has no proof.");
    }
    checkBinding(decode(message.group("binding")));
    if (!nonce.equals(message.group("nonce"))) {
      throw malformed("Nonce does not match.");
    }
    byte[] proof = decode(message.group("proof"));
    if (proof.length != verifier.storedKey().length) {
      throw malformed("Malformed proof in client-final-message.");
    }
    String authMessage = clientFirstBare + "," + serverFirst + "," + message.group("withoutProof");
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
