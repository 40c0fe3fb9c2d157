package io.argosy.protocol.authentication;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ongres.scram.common.ScramMechanism;
import io.argosy.protocol.message.PostgresException;
import io.argosy.protocol.tls.ChannelBinding;
import java.io.ByteArrayOutputStream;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ScramExchangeTest {
  /** The example of RFC 7677 section 3: user "user", password "pencil". */
  private static final byte[] SALT = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");

  private static final String SERVER_NONCE = "%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0";
  private static final String CLIENT_FIRST = "n,,n=user,r=rOprNGfwEbeRWgbNEkqO";
  private static final String CLIENT_FINAL =
      "c=biws,r=rOprNGfwEbeRWgbNEkqO"
          + SERVER_NONCE
          + ",p=dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=";

  private final ScramVerifier verifier = ScramVerifier.of("pencil".toCharArray(), SALT, 4096);

  private static final Optional<ChannelBinding> CHANNEL =
      Optional.of(new ChannelBinding(new byte[] {1, 2, 3}));

  private static ScramExchange unbound(ScramVerifier verifier) {
    return new ScramExchange(
        verifier, ScramMechanism.SCRAM_SHA_256, Optional.empty(), () -> SERVER_NONCE);
  }

  private ScramExchange offered(ScramMechanism chosen) {
    return new ScramExchange(verifier, chosen, CHANNEL, () -> SERVER_NONCE);
  }

  /** What a client says at last that believes to be bound to something. */
  private static String boundFinal(byte[] channel) {
    ByteArrayOutputStream binding = new ByteArrayOutputStream();
    binding.writeBytes("p=tls-server-end-point,,".getBytes(UTF_8));
    binding.writeBytes(channel);
    return CLIENT_FINAL.replace("biws", Base64.getEncoder().encodeToString(binding.toByteArray()));
  }

  @Test
  void checksWhatTheClientIsBoundTo() {
    ScramExchange exchange = offered(ScramMechanism.SCRAM_SHA_256_PLUS);
    exchange.serverFirst(CLIENT_FIRST.replaceFirst("n,", "p=tls-server-end-point,"));

    assertThatThrownBy(() -> exchange.serverFinal(boundFinal(new byte[] {1, 2, 4})))
        .hasMessage("28000: SCRAM channel binding check failed");
    // Bound as it should be; the proof is that of another exchange.
    assertThat(exchange.serverFinal(boundFinal(new byte[] {1, 2, 3}))).isEmpty();
  }

  @Test
  void refusesAClientFromWhichBindingWasKept() {
    assertThatThrownBy(
            () ->
                offered(ScramMechanism.SCRAM_SHA_256)
                    .serverFirst(CLIENT_FIRST.replaceFirst("n,", "y,")))
        .hasMessage("28000: SCRAM channel binding negotiation error");
    assertThat(unbound(verifier).serverFirst(CLIENT_FIRST.replaceFirst("n,", "y,")))
        .startsWith("r=");
  }

  @Test
  void refusesWhatDoesNotFitTheMechanism() {
    for (String flag : new String[] {"n,", "y,"}) {
      assertThatThrownBy(
              () ->
                  offered(ScramMechanism.SCRAM_SHA_256_PLUS)
                      .serverFirst(CLIENT_FIRST.replaceFirst("n,", flag)))
          .hasMessage("08P01: malformed SCRAM message");
    }
    assertThatThrownBy(
            () ->
                offered(ScramMechanism.SCRAM_SHA_256)
                    .serverFirst(CLIENT_FIRST.replaceFirst("n,", "p=tls-server-end-point,")))
        .hasMessage("08P01: malformed SCRAM message");
    assertThatThrownBy(
            () ->
                offered(ScramMechanism.SCRAM_SHA_256_PLUS)
                    .serverFirst(CLIENT_FIRST.replaceFirst("n,", "p=tls-unique,")))
        .hasMessage("08P01: unsupported SCRAM channel-binding type \"tls-unique\"");
  }

  @Test
  void saysTheVectorOfTheRfc() {
    ScramExchange exchange = unbound(verifier);

    assertThat(exchange.serverFirst(CLIENT_FIRST))
        .isEqualTo("r=rOprNGfwEbeRWgbNEkqO" + SERVER_NONCE + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");
    assertThat(exchange.serverFinal(CLIENT_FINAL))
        .contains("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
  }

  @Test
  void refusesAnotherPassword() {
    ScramVerifier other = ScramVerifier.of("pencils".toCharArray(), SALT, 4096);
    ScramExchange exchange = unbound(other);
    exchange.serverFirst(CLIENT_FIRST);

    assertThat(exchange.serverFinal(CLIENT_FINAL)).isEmpty();
  }

  @Test
  void refusesMalformedMessages() {
    ScramExchange exchange = unbound(verifier);

    assertThatThrownBy(() -> exchange.serverFirst("hello"))
        .isInstanceOf(PostgresException.class)
        .hasMessage("08P01: malformed SCRAM message");
    exchange.serverFirst(CLIENT_FIRST);
    assertThatThrownBy(() -> exchange.serverFinal(CLIENT_FINAL.replace("c=biws", "c=eSws")))
        .hasMessage("08P01: malformed SCRAM message");
    assertThatThrownBy(() -> exchange.serverFinal(CLIENT_FINAL.replace("k0,", "k1,")))
        .hasMessage("08P01: malformed SCRAM message");
    assertThatThrownBy(() -> exchange.serverFinal("c=biws,r=abc"))
        .hasMessage("08P01: malformed SCRAM message");
  }

  @Test
  void readsAndWritesTheFormOfPostgres() {
    String text = verifier.text();

    assertThat(text).startsWith("SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$");
    assertThat(ScramVerifier.parse(text).text()).isEqualTo(text);
    assertThatThrownBy(() -> ScramVerifier.parse("md5abc"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ScramVerifier.parse("SCRAM-SHA-256$4096:AAAA$AAAA:AAAA"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void showsTheSameSaltForTheSameUnknownUser() {
    ImpossibleVerifiers impossible =
        new ImpossibleVerifiers(new SecureRandom(), UserSalts.ofProcess());

    assertThat(impossible.of("a").salt()).isEqualTo(impossible.of("a").salt());
    assertThat(Arrays.equals(impossible.of("a").salt(), impossible.of("b").salt())).isFalse();
  }
}
