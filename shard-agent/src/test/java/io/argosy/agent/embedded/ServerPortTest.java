package io.argosy.agent.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ServerPortTest {
  private static final Path RANGE = Path.of("/proc/sys/net/ipv4/ip_local_port_range");

  @Test
  @EnabledOnOs(OS.LINUX)
  void isNoneThatTheSystemGivesToOthers() throws IOException {
    int lowest = Integer.parseInt(Files.readAllLines(RANGE).getFirst().split("\\s+")[0]);
    for (int i = 0; i < 1000; i++) {
      int port = ServerPort.choose();
      assertThat(port).isLessThan(lowest);
      new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
    }
  }
}
