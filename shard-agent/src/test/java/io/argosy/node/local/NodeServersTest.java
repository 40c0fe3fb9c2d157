package io.argosy.node.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.node.ReadFrom;
import io.argosy.protocol.client.ConnectionOptions;
import io.argosy.protocol.client.PostgresConnection;
import io.argosy.protocol.client.PostgresTls;
import io.argosy.protocol.client.ServerAddress;
import io.argosy.protocol.client.TlsMode;
import io.argosy.protocol.message.PostgresException;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which server of a node is asked, and what becomes of one that cannot be had. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class NodeServersTest {
  private static final ServerAddress STANDBY = new ServerAddress("standby", 5432);
  private static final ServerAddress PRIMARY = new ServerAddress("primary", 5432);

  private final AtomicLong nanoTime = new AtomicLong();
  private final NodeServers servers = new NodeServers(List.of(STANDBY, PRIMARY), nanoTime::get);
  private final List<ServerAddress> asked = new ArrayList<>();
  private final Map<ServerAddress, IOException> unreachable = new HashMap<>();
  private final Map<ServerAddress, PostgresException> refusing = new HashMap<>();
  private ServerSocket socket;

  /** Answers logins one after the other, as the server whose database is asked for. */
  @BeforeEach
  void start() throws IOException {
    socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    Thread.ofVirtual().start(this::serve);
  }

  @AfterEach
  void stop() throws IOException {
    socket.close();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket client = socket.accept()) {
        DataInputStream in = new DataInputStream(client.getInputStream());
        byte[] startup = in.readNBytes(in.readInt() - 4);
        boolean standby = new String(startup, StandardCharsets.UTF_8).contains("standby");
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(answer);
        out.writeByte('R');
        out.writeInt(8);
        out.writeInt(0);
        byte[] parameter =
            ("in_hot_standby\0" + (standby ? "on" : "off") + "\0").getBytes(StandardCharsets.UTF_8);
        out.writeByte('S');
        out.writeInt(4 + parameter.length);
        out.write(parameter);
        out.writeByte('Z');
        out.writeInt(5);
        out.writeByte('I');
        client.getOutputStream().write(answer.toByteArray());
      } catch (IOException e) {
        if (!socket.isClosed()) {
          throw new UncheckedIOException(e);
        }
      }
    }
  }

  private PostgresConnection logIn(ServerAddress server) throws IOException {
    asked.add(server);
    if (unreachable.containsKey(server)) {
      throw unreachable.get(server);
    }
    if (refusing.containsKey(server)) {
      throw refusing.get(server);
    }
    return PostgresConnection.connect(
        new ConnectionOptions(
            new ServerAddress("127.0.0.1", socket.getLocalPort()),
            PostgresTls.unverified(TlsMode.DISABLE),
            server.host(),
            "user",
            Optional.empty(),
            Map.of(),
            Duration.ofSeconds(10)));
  }

  /** Who was asked; the last of them is the one that was taken. */
  private List<ServerAddress> connect(ReadFrom readFrom) throws IOException {
    asked.clear();
    servers.connect(readFrom, this::logIn).abort();
    return List.copyOf(asked);
  }

  @Test
  void theRightOneIsRemembered() throws IOException {
    assertThat(connect(ReadFrom.PRIMARY)).containsExactly(STANDBY, PRIMARY);
    assertThat(connect(ReadFrom.PRIMARY)).containsExactly(PRIMARY);
    assertThat(connect(ReadFrom.PREFER_REPLICA)).containsExactly(STANDBY);
  }

  @Test
  void aRefusalOfTheStandbyDoesNotHideThePrimary() throws IOException {
    for (String sqlState : List.of("28000", "53300", "57P03")) {
      refusing.put(STANDBY, new PostgresException(sqlState, "not here"));
      NodeServers fresh = new NodeServers(List.of(STANDBY, PRIMARY));
      asked.clear();
      fresh.connect(ReadFrom.PRIMARY, this::logIn).abort();
      assertThat(asked).containsExactly(STANDBY, PRIMARY);
      asked.clear();
      fresh.connect(ReadFrom.PREFER_REPLICA, this::logIn).abort();
      assertThat(asked.getLast()).isEqualTo(PRIMARY);
    }
  }

  @Test
  void theFirstRefusalIsToldWhenNothingIsFound() {
    PostgresException first = new PostgresException("28000", "not here");
    refusing.put(STANDBY, first);
    refusing.put(PRIMARY, new PostgresException("53300", "too many"));
    assertThatThrownBy(() -> connect(ReadFrom.PRIMARY)).isSameAs(first);
    assertThatThrownBy(() -> connect(ReadFrom.PREFER_REPLICA)).isSameAs(first);
    refusing.put(STANDBY, new PostgresException("57P03", "starting up"));
    refusing.remove(PRIMARY);
    unreachable.put(PRIMARY, new ConnectException("refused"));
    assertThatThrownBy(() -> connect(ReadFrom.PRIMARY))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("starting up", "refused");
  }

  @Test
  void aStandbyThatDidNotAnswerIsLeftAloneForAWhile() throws IOException {
    unreachable.put(STANDBY, new SocketTimeoutException("timed out"));
    assertThat(connect(ReadFrom.PREFER_REPLICA)).startsWith(STANDBY).endsWith(PRIMARY);
    nanoTime.addAndGet(NodeServers.SILENT.toNanos() - 1);
    assertThat(connect(ReadFrom.PREFER_REPLICA)).doesNotContain(STANDBY).endsWith(PRIMARY);
    unreachable.clear();
    nanoTime.incrementAndGet();
    assertThat(connect(ReadFrom.PREFER_REPLICA)).containsExactly(STANDBY);
  }

  @Test
  void aPrimaryThatDidNotAnswerIsAskedLast() throws IOException {
    connect(ReadFrom.PRIMARY);
    unreachable.put(PRIMARY, new SocketTimeoutException("timed out"));
    assertThatThrownBy(() -> connect(ReadFrom.PRIMARY)).isInstanceOf(IOException.class);
    unreachable.clear();
    assertThat(connect(ReadFrom.PRIMARY)).containsExactly(STANDBY, PRIMARY);
  }
}
