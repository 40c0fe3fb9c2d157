package io.argosy.coordinator.gateway.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.protocol.authentication.Authenticator.Requirement;
import io.argosy.protocol.authentication.ScramVerifier;
import io.argosy.protocol.server.StartupPacket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the client port does for who has not shown a password: no session is ever opened. */
class BeforeAuthenticationTest {
  private static final int CANCEL_REQUEST = 80877102;
  private static final int GSS_ENCRYPTION_REQUEST = 80877104;

  private final AtomicInteger sessions = new AtomicInteger();
  private PostgresServer server;

  @BeforeEach
  void start() throws IOException {
    ScramVerifier pencil = ScramVerifier.of("pencil".toCharArray(), new byte[16], 4096);
    server =
        new PostgresServer(
            ServerConfiguration.of(
                "127.0.0.1", 0, (user, database, client) -> new Requirement.Password(pencil)),
            (startup, output) -> {
              sessions.incrementAndGet();
              return new FakeSession(startup, output);
            });
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
    assertThat(sessions).hasValue(0);
  }

  private static byte[] packet(int length, int... words) {
    ByteBuffer packet = ByteBuffer.allocate(Integer.BYTES * (1 + words.length)).putInt(length);
    for (int word : words) {
      packet.putInt(word);
    }
    return packet.array();
  }

  @ParameterizedTest
  @ValueSource(ints = {Integer.MIN_VALUE, -1, 0, 7, StartupPacket.LIMIT + 1, Integer.MAX_VALUE})
  void doesNotAnswerAPacketThatCannotBe(int length) {
    try (RawClient client = new RawClient(server.port())) {
      client.send(packet(length));
      assertThat(client.read().type()).isEqualTo('\0');
    }
  }

  @Test
  void doesNotSayWhetherACancelRequestWasRight() {
    try (RawClient client = new RawClient(server.port())) {
      client.send(packet(16, CANCEL_REQUEST, 1, 2));
      assertThat(client.read().type()).isEqualTo('\0');
    }
  }

  @Test
  void declinesEncryptionThatItDoesNotHave() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(packet(8, GSS_ENCRYPTION_REQUEST));
      assertThat(client.socket.getInputStream().read()).isEqualTo('N');
    }
  }

  @ParameterizedTest
  @ValueSource(chars = {'Q', 'P', 'B', 'F', 'd', 'D', 'E', 'C', 'H', 'S', 'c', 'f', 'X'})
  void listensToNothingButAProof(char type) {
    try (RawClient client = new RawClient(server.port()).startup("user", "u")) {
      client.until('R');
      client.message(type, "SELECT 1\0".getBytes(US_ASCII));
      assertThat(client.read().text()).contains("FATAL", "C08P01", "expected SASL response");
      assertThat(client.read().type()).isEqualTo('\0');
    }
  }

  @Test
  void refusesAnotherVersionOfTheProtocol() {
    try (RawClient client = new RawClient(server.port())) {
      client.send(packet(8, 2 << 16));
      assertThat(client.read().text()).contains("FATAL", "C0A000", "unsupported frontend protocol");
      assertThat(client.read().type()).isEqualTo('\0');
    }
  }
}
