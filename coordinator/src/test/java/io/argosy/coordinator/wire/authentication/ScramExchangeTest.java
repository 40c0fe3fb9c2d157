package io.argosy.coordinator.wire.authentication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.agent.postgres.PostgresException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
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

  @Test
  void saysTheVectorOfTheRfc() {
    ScramExchange exchange = new ScramExchange(verifier, () -> SERVER_NONCE);

    assertThat(exchange.serverFirst(CLIENT_FIRST))
        .isEqualTo("r=rOprNGfwEbeRWgbNEkqO" + SERVER_NONCE + ",s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096");
    assertThat(exchange.serverFinal(CLIENT_FINAL))
        .contains("v=6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=");
  }

  @Test
  void refusesAnotherPassword() {
    ScramVerifier other = ScramVerifier.of("pencils".toCharArray(), SALT, 4096);
    ScramExchange exchange = new ScramExchange(other, () -> SERVER_NONCE);
    exchange.serverFirst(CLIENT_FIRST);

    assertThat(exchange.serverFinal(CLIENT_FINAL)).isEmpty();
  }

  @Test
  void refusesMalformedMessages() {
    ScramExchange exchange = new ScramExchange(verifier, () -> SERVER_NONCE);

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
    ImpossibleVerifiers impossible = new ImpossibleVerifiers(new SecureRandom());

    assertThat(impossible.of("a").salt()).isEqualTo(impossible.of("a").salt());
    assertThat(Arrays.equals(impossible.of("a").salt(), impossible.of("b").salt())).isFalse();
  }
}
