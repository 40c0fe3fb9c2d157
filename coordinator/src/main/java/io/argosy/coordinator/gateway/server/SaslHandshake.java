package io.argosy.coordinator.gateway.server;

import com.ongres.scram.common.ScramMechanism;
import io.argosy.protocol.authentication.ImpossibleVerifiers;
import io.argosy.protocol.authentication.ScramExchange;
import io.argosy.protocol.authentication.ScramVerifier;
import io.argosy.protocol.authentication.UserSalts;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.server.Frame;
import io.argosy.protocol.server.FrameType;
import io.argosy.protocol.server.ProtocolException;
import io.argosy.protocol.server.SaslInitialResponse;
import io.argosy.protocol.tls.ChannelBinding;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;

/** Carries a SCRAM exchange over a connection. Thread-safe. */
final class SaslHandshake {
  private final SecureRandom random;
  private final ImpossibleVerifiers impossibleVerifiers;

  SaslHandshake(SecureRandom random, UserSalts salts) {
    this.random = random;
    this.impossibleVerifiers = new ImpossibleVerifiers(random, salts);
  }

  /**
   * Returns when the client has shown that it knows the password.
   *
   * @param binding what the exchange can be bound to: the TLS that it runs in
   * @throws PostgresException FATAL 28P01 when it does not
   */
  void authenticate(
      String user,
      ScramVerifier verifier,
      Optional<ChannelBinding> binding,
      Inbox inbox,
      ChannelOutput output) {
    Optional<String> proof = exchange(verifier, binding, inbox, output);
    if (proof.isEmpty()) {
      throw refused(user);
    }
    output.send(out -> out.authenticationSaslFinal(bytes(proof.get())));
  }

  /** Plays the same exchange for a user that cannot log in, and throws 28P01 at its end. */
  void refuse(String user, Optional<ChannelBinding> binding, Inbox inbox, ChannelOutput output) {
    exchange(impossibleVerifiers.of(user), binding, inbox, output);
    throw refused(user);
  }

  private Optional<String> exchange(
      ScramVerifier verifier, Optional<ChannelBinding> binding, Inbox inbox, ChannelOutput output) {
    List<ScramMechanism> offered =
        binding.isPresent()
            ? List.of(ScramMechanism.SCRAM_SHA_256_PLUS, ScramMechanism.SCRAM_SHA_256)
            : List.of(ScramMechanism.SCRAM_SHA_256);
    output.send(
        out -> out.authenticationSasl(offered.stream().map(ScramMechanism::getName).toList()));
    SaslInitialResponse initial = SaslInitialResponse.decode(response(inbox, output));
    ScramMechanism chosen =
        offered.stream()
            .filter(mechanism -> mechanism.getName().equals(initial.mechanism()))
            .findFirst()
            .orElseThrow(
                () ->
                    ProtocolException.fatalViolation(
                        "client selected an invalid SASL authentication mechanism"));
    ScramExchange exchange = new ScramExchange(verifier, chosen, binding, random);
    byte[] first = bytes(exchange.serverFirst(text(initial.data())));
    output.send(out -> out.authenticationSaslContinue(first));
    return exchange.serverFinal(text(response(inbox, output)));
  }

  private static byte[] response(Inbox inbox, ChannelOutput output) {
    output.flush();
    Frame frame = inbox.takeIdle();
    if (frame.type() != FrameType.AUTHENTICATION) {
      throw ProtocolException.fatalViolation(
          "expected SASL response, got message type " + (int) frame.type().code());
    }
    return frame.body();
  }

  private static PostgresException refused(String user) {
    return new ProtocolException(
        PostgresError.of(
            "FATAL", "28P01", "password authentication failed for user \"%s\"".formatted(user)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
