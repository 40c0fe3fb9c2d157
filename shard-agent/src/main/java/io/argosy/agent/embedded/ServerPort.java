package io.argosy.agent.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The port of a server that must be told one before it starts. It lies below those that systems
 * give to whoever asks for any (RFC 6335 and Linux begin them at 49152 and 32768): between the
 * choice and the start of the server, no client and no agent gets it by chance.
 */
public final class ServerPort {
  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 32_000;
  private static final int MOST_TRIES = 100;

  private ServerPort() {}

  /**
   * A port of the loopback address on which nobody listens.
   *
   * @throws IOException when none is found
   */
  public static int choose() throws IOException {
    for (int i = 0; i < MOST_TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new IOException("no free port between " + LOWEST + " and " + HIGHEST);
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
