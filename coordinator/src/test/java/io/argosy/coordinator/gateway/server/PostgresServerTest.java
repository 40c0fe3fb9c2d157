package io.argosy.coordinator.gateway.server;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.gateway.ClientSession;
import io.argosy.coordinator.gateway.server.RawClient.Message;
import io.argosy.protocol.authentication.Authenticator;
import io.argosy.protocol.authentication.Authenticator.Requirement;
import io.argosy.protocol.authentication.ScramVerifier;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("it measures the heap")
class PostgresServerTest {
  private static final ScramVerifier PENCIL =
      ScramVerifier.of("pencil".toCharArray(), new byte[16], 4096);
  private static final Authenticator USERS =
      (user, database, client) ->
          switch (user) {
            case "trusted" -> new Requirement.Trust();
            case "writer" -> new Requirement.Password(PENCIL);
            default -> new Requirement.Impossible();
          };

  private final LinkedBlockingQueue<FakeSession> sessions = new LinkedBlockingQueue<>();
  private PostgresServer server;

  @BeforeEach
  void start() throws IOException {
    start(
        ServerConfiguration.of("127.0.0.1", 0, USERS)
            .withMaximumConnections(3)
            .withTimeouts(Duration.ofSeconds(30), Duration.ofSeconds(5)));
  }

  private void start(ServerConfiguration configuration) throws IOException {
    ClientSession.Factory factory =
        (startup, output) -> {
          FakeSession session = new FakeSession(startup, output);
          sessions.add(session);
          return session;
        };
    server = new PostgresServer(configuration, factory);
    server.start();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private RawClient connect() {
    RawClient client = new RawClient(server.port()).startup("user", "trusted");
    client.until('Z');
    return client;
  }

  private FakeSession session() throws InterruptedException {
    return sessions.poll(10, SECONDS);
  }

  @Test
  void takesTheUserForTheDatabase() throws InterruptedException {
    try (RawClient client = connect()) {
      assertThat(session().startup).containsEntry("database", "trusted");
      assertThat(client.query("hello").until('D').text()).endsWith("hello");
    }
  }

  @Test
  void refusesAStartupWithoutUser() {
    try (RawClient client = new RawClient(server.port()).startup("database", "x")) {
      assertThat(client.until('E').text()).contains("FATAL", "C28000");
      assertThat(client.read().type()).isEqualTo('\0');
    }
  }

  @Test
  void makesAnErrorOfTheSessionsOpeningFatal() {
    try (RawClient client =
        new RawClient(server.port()).startup("user", "trusted", "database", "nowhere")) {
      assertThat(client.until('E').text()).contains("VFATAL", "C3D000");
      assertThat(client.read().type()).isEqualTo('\0');
    }
  }

  @Test
  void checksPasswords() throws SQLException {
    try (Connection connection = jdbc("writer", "pencil")) {
      assertThat(connection.isValid(5)).isTrue();
    }
    for (String user : new String[] {"writer", "nobody"}) {
      assertThatThrownBy(() -> jdbc(user, "pen"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"))
          .hasMessageContaining("password authentication failed for user \"" + user + "\"");
    }
  }

  private Connection jdbc(String user, String password) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("user", user);
    properties.setProperty("password", password);
    properties.setProperty("preferQueryMode", "simple");
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:%d/x".formatted(server.port()), properties);
  }

  @Test
  void refusesMoreThanTheMaximumOfClients() throws InterruptedException {
    try (RawClient first = connect();
        RawClient second = connect();
        RawClient third = connect();
        RawClient fourth = new RawClient(server.port()).startup("user", "trusted")) {
      assertThat(fourth.read().text()).contains("FATAL", "C53300", "too many clients", "H");
      third.message('X', new byte[0]);
      assertThat(third.read().type()).isEqualTo('\0');
      assertThat(first.query("still").until('D').text()).contains("still");
      assertThat(second.query("here").until('D').text()).contains("here");
    }
    for (int i = 0; i < 3; i++) {
      assertThat(session().closed.await(10, SECONDS)).isTrue();
    }
  }

  @Test
  void survivesABugOfTheSession() {
    try (RawClient client = connect()) {
      assertThat(client.query("crash").until('E').text()).contains("CXX000", "a bug");
      client.until('Z');
      assertThat(client.query("alive").until('D').text()).contains("alive");
    }
  }

  @Test
  void holdsABoundedAmountForAClientThatDoesNotRead() throws InterruptedException {
    try (RawClient client = connect()) {
      FakeSession session = session();
      client.query("flood");
      long bytes = settled(session);
      // What the system buffers for a loopback socket, and 512 KiB and a piece of our own.
      assertThat(bytes).isBetween(100_000L, 16_000_000L);
      client.read();
      client.close();
      assertThat(session.closed.await(10, SECONDS)).isTrue();
      assertThat(session.cancelled.getCount()).isZero();
    }
  }

  /** The count once it has stood still for a second. */
  private static long settled(FakeSession session) {
    long[] last = {-1};
    await()
        .pollInterval(Duration.ofSeconds(1))
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              long now = session.sentBytes.get();
              boolean still = now > 0 && now == last[0];
              last[0] = now;
              return still;
            });
    return last[0];
  }

  @Test
  void slowsDownAClientThatSendsFasterThanItIsRead() throws Exception {
    try (RawClient client = connect()) {
      FakeSession session = session();
      client.query("drink");
      assertThat(session.thirsty.await(10, SECONDS)).isTrue();
      byte[] megabyte = new byte[1024 * 1024];
      Thread sender =
          Thread.ofVirtual()
              .start(
                  () -> {
                    for (int i = 0; i < 64; i++) {
                      client.message('d', megabyte);
                    }
                    client.message('c', new byte[0]);
                  });
      assertThat(sender.join(Duration.ofSeconds(2))).isFalse();
      session.cancel();
      assertThat(client.until('E').text()).contains("C57014");
      client.until('Z');
      assertThat(client.query("after").until('D').text()).contains("after");
      assertThat(sender.join(Duration.ofSeconds(10))).isTrue();
    }
  }

  @Test
  void cancelsWhatRunsForAClientThatGoes() throws InterruptedException {
    RawClient client = connect();
    FakeSession session = session();
    client.query("wait");
    assertThat(session.waiting.await(10, SECONDS)).isTrue();
    client.close();
    assertThat(session.cancelled.await(10, SECONDS)).isTrue();
    assertThat(session.closed.await(10, SECONDS)).isTrue();
  }

  @Test
  void answersAClientThatSendsNoMore() throws IOException {
    try (RawClient client = connect()) {
      client.query("first").query("last");
      client.socket.shutdownOutput();
      assertThat(client.until('D').text()).endsWith("first");
      assertThat(client.until('D').text()).endsWith("last");
      client.until('Z');
      assertThat(client.read().type()).isEqualTo('\0');
    }
  }

  @Test
  void waitsForAClientThatSendsNoMoreAndIsSlowToRead() throws Exception {
    try (RawClient client = connect()) {
      FakeSession session = session();
      client.query("flood");
      client.socket.shutdownOutput();
      // It has not been read from for longer than an answer may keep a client waiting.
      assertThat(session.closed.await(5, SECONDS)).isFalse();
      long unread = session.sentBytes.get();
      for (long read = 0; read < 2 * unread; read += FakeSession.FLOOD_ROW_BYTES) {
        client.until('D');
      }
      client.close();
      assertThat(session.closed.await(10, SECONDS)).isTrue();
    }
  }

  @Test
  void cancelsWhatKeepsAClientWaitingThatSendsNoMore() throws Exception {
    try (RawClient client = connect()) {
      FakeSession session = session();
      client.query("wait");
      assertThat(session.waiting.await(10, SECONDS)).isTrue();
      client.socket.shutdownOutput();
      assertThat(session.closed.await(10, SECONDS)).isTrue();
      assertThat(session.cancelled.getCount()).isZero();
    }
  }

  @Test
  void closesAConnectionThatEndsBeforeItHasBegun() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send(new byte[] {0, 0, 0});
      client.socket.shutdownOutput();
      assertThat(client.read().type()).isEqualTo('\0');
    }
  }

  @Test
  void cancelsByKeyOnly() throws InterruptedException {
    try (RawClient client = new RawClient(server.port()).startup("user", "trusted")) {
      ByteBuffer key = ByteBuffer.wrap(client.until('K').body());
      int processId = key.getInt();
      int secret = key.getInt();
      FakeSession session = session();
      client.until('Z');
      client.query("wait");
      assertThat(session.waiting.await(10, SECONDS)).isTrue();
      cancelRequest(processId, secret ^ 1);
      assertThat(session.cancelled.getCount()).isEqualTo(1);
      cancelRequest(processId, secret);
      assertThat(client.until('E').text()).contains("C57014");
    }
  }

  private void cancelRequest(int processId, int secret) {
    try (RawClient other = new RawClient(server.port())) {
      other.send(
          ByteBuffer.allocate(16)
              .putInt(16)
              .putInt(80877102)
              .putInt(processId)
              .putInt(secret)
              .array());
      assertThat(other.read().type()).isEqualTo('\0');
    }
  }

  @Test
  void refusesMessagesThatAnnounceTooMuch() {
    try (RawClient client = connect()) {
      client.send(new byte[] {'Q', 0x7f, -1, -1, -1});
      Message error = client.until('E');
      assertThat(error.text()).contains("FATAL", "C08P01");
      assertThat(client.read().type()).isEqualTo('\0');
    }
    try (RawClient client = connect()) {
      client.send(new byte[] {'S', 0, 0, 0x40, 0});
      assertThat(client.until('E').text()).contains("FATAL", "C08P01");
    }
    try (RawClient client = connect()) {
      client.send(new byte[] {'Q', 0, 0, 0, 3});
      assertThat(client.until('E').text()).contains("FATAL", "C08P01");
    }
    try (RawClient client = new RawClient(server.port()).startup("user", "writer")) {
      client.until('R');
      client.send(new byte[] {'p', 0, 0, 0x40, 0});
      assertThat(client.until('E').text()).contains("FATAL", "C08P01");
    }
  }

  @Test
  void costsNothingToAnnounceALargeMessage() {
    long before = usedHeap();
    try (RawClient one = connect();
        RawClient two = connect();
        RawClient three = connect()) {
      for (RawClient client : new RawClient[] {one, two, three}) {
        client.send(new byte[] {'Q', 0x3f, -1, -1, 0, 'a', 'b', 'c'});
      }
      assertThat(usedHeap() - before).isLessThan(256L * 1024 * 1024);
    }
  }

  private static long usedHeap() {
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void closesConnectionsThatDoNotFinishTheirStartup() throws IOException {
    server.close();
    start(
        ServerConfiguration.of("127.0.0.1", 0, USERS)
            .withTimeouts(Duration.ofMillis(200), Duration.ofSeconds(5)));
    try (RawClient silent = new RawClient(server.port());
        RawClient halfway = new RawClient(server.port()).startup("user", "writer")) {
      assertThat(silent.read().type()).isEqualTo('\0');
      halfway.until('R');
      assertThat(halfway.read().type()).isEqualTo('\0');
    }
  }

  @Test
  void tellsIdleClientsThatItStopsAndWaitsForTheOthers() throws Exception {
    try (RawClient idle = connect();
        RawClient busy = connect()) {
      session();
      FakeSession session = session();
      busy.query("wait");
      assertThat(session.waiting.await(10, SECONDS)).isTrue();
      Thread closing = Thread.ofVirtual().start(server::close);
      assertThat(idle.until('E').text()).contains("FATAL", "C57P01");
      assertThat(idle.read().type()).isEqualTo('\0');
      assertThat(closing.isAlive()).isTrue();
      session.cancel();
      assertThat(busy.until('E').text()).contains("C57014");
      assertThat(busy.until('E').text()).contains("C57P01");
      assertThat(closing.join(Duration.ofSeconds(10))).isTrue();
    }
  }

  @Test
  void saysWhyItCannotListen() {
    PostgresServer second =
        new PostgresServer(
            ServerConfiguration.of("127.0.0.1", server.port(), USERS),
            (startup, output) -> new FakeSession(startup, output));
    assertThatThrownBy(second::start)
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot listen on 127.0.0.1 port " + server.port());
  }
}
