package io.argosy.coordinator.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.protocol.authentication.Authenticator.Requirement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random bytes in valid and invalid frames: every client is answered or closed, nobody else hurt.
 */
class GarbageTest {
  private static final String TYPES = "QPBFdDECHScf";
  private static final int CLIENTS = 40;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void survives(long seed) throws IOException {
    Random random = new Random(seed);
    try (PostgresServer server =
        new PostgresServer(
            ServerConfiguration.of(
                "127.0.0.1", 0, (user, database, client) -> new Requirement.Trust()),
            FakeSession::new)) {
      server.start();
      try (RawClient witness = new RawClient(server.port()).startup("user", "witness")) {
        witness.until('Z');
        for (int i = 0; i < CLIENTS; i++) {
          talkNonsense(server.port(), random);
        }
        String answer = witness.query("still here").until('D').text();
        assertThat(answer).endsWith("still here");
      }
    }
  }

  private static void talkNonsense(int port, Random random) {
    try (RawClient client = new RawClient(port)) {
      if (random.nextInt(4) == 0) {
        client.send(bytes(random, 64));
        client.socket.shutdownOutput();
      } else {
        client.startup("user", "fool").until('Z');
        for (int i = 0; i < 20; i++) {
          client.message(TYPES.charAt(random.nextInt(TYPES.length())), bytes(random, 40));
        }
        client.message('S', new byte[0]).query("end of nonsense");
        String last = "";
        while (!last.endsWith("end of nonsense")) {
          RawClient.Message message = client.read();
          assertThat(message.type()).isNotEqualTo('\0');
          last = message.text();
        }
        client.send(bytes(random, 64));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(Random random, int limit) {
    byte[] bytes = new byte[random.nextInt(limit)];
    random.nextBytes(bytes);
    return random.nextBoolean()
        ? bytes
        : (random.nextInt(100) + "name\0S\0").getBytes(StandardCharsets.UTF_8);
  }
}
