package io.argosy.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A server that takes no more connections, since its queue of those to be accepted is full. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class UnixSocketTest {
  private static final int PORT = 5432;
  private static final Duration SHORT = Duration.ofMillis(200);

  @TempDir Path directory;
  private final List<SocketChannel> queued = new ArrayList<>();
  private ServerSocketChannel server;

  @BeforeEach
  void fillTheQueue() throws IOException {
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    server.bind(UnixDomainSocketAddress.of(directory.resolve(".s.PGSQL." + PORT)), 1);
    assertThatThrownBy(
            () -> {
              while (true) {
                queued.add(connect(SHORT));
              }
            })
        .isInstanceOf(SocketTimeoutException.class);
  }

  @AfterEach
  void close() throws IOException {
    for (SocketChannel channel : queued) {
      channel.close();
    }
    server.close();
  }

  @Test
  void aVirtualThreadWaitsAsLongAsItMay() throws Exception {
    try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      long start = System.nanoTime();
      assertThatThrownBy(() -> virtual.submit(() -> connect(SHORT)).get())
          .hasCauseInstanceOf(SocketTimeoutException.class);
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(SHORT);
    }
  }

  @Test
  void whoWaitsIsServedWhenTheServerAcceptsAgain() throws Exception {
    try (ExecutorService virtual = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<SocketChannel> waiting = virtual.submit(() -> connect(Duration.ofSeconds(30)));
      server.accept().close();
      try (SocketChannel connected = waiting.get()) {
        assertThat(connected.isConnected()).isTrue();
      }
    }
  }

  @Test
  void noServerIsNoTimeout() {
    assertThatThrownBy(() -> UnixSocket.connect(directory.toString(), PORT + 1, SHORT))
        .isInstanceOf(IOException.class)
        .isNotInstanceOf(SocketTimeoutException.class)
        .hasMessageContaining("No such file");
  }

  private SocketChannel connect(Duration timeout) throws IOException {
    return UnixSocket.connect(directory.toString(), PORT, timeout);
  }
}
