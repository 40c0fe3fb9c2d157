package io.argosy.console;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * How the console is served.
 *
 * @param host where browsers connect: an address or a name
 * @param port 0 for any that is free
 * @param tls what encrypts their connections, asked for with each of them; empty for none
 * @param names by which browsers may ask for it without TLS, besides addresses and localhost
 * @param sessions how many may have logged in at a time
 * @param idle how long a session lasts in which nothing is asked
 * @param trusting whether browsers on this machine may log in as roles of which the coordinator
 *     asks no password. Who can reach the console through something that runs on this machine can
 *     say that they are here
 */
public record ConsoleOptions(
    String host,
    int port,
    Optional<Supplier<SSLContext>> tls,
    List<String> names,
    int sessions,
    Duration idle,
    boolean trusting) {
  /** Who may have logged in at a time, where nothing else is said. */
  public static final int USUAL_SESSIONS = 50;

  /** How long a session lasts in which nothing is asked, where nothing else is said. */
  public static final Duration USUAL_IDLE = Duration.ofMinutes(30);

  public ConsoleOptions {
    names = List.copyOf(names);
  }

  /** For those who work on this machine: without TLS, and trusting. */
  public static ConsoleOptions local(int port) {
    return new ConsoleOptions(
        "127.0.0.1", port, Optional.empty(), List.of(), USUAL_SESSIONS, USUAL_IDLE, true);
  }
}
