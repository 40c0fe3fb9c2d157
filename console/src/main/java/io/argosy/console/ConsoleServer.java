package io.argosy.console;

import io.argosy.console.http.ConsoleHandler;
import io.argosy.console.session.Endpoint;
import io.argosy.console.session.Login;
import io.argosy.console.session.Sessions;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.server.AbstractConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves the console to browsers. What is asked for blocks a virtual thread; connections and what
 * comes over them are bounded in number, size and time. Thread-safe.
 */
public final class ConsoleServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConsoleServer.class);
  private static final int CONNECTIONS = 256;
  private static final int THREADS = 16;
  private static final Duration SILENCE = Duration.ofSeconds(30);
  private static final Duration SILENCE_IN_A_CROWD = Duration.ofSeconds(2);
  private static final int LONGEST_HEADERS = 8 << 10;
  private static final Duration CLEANING = Duration.ofSeconds(30);

  private final Server server;
  private final ServerConnector connector;
  private final Sessions sessions;
  private final ScheduledExecutorService cleaning =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("console-sessions").factory());
  private final ConsoleOptions options;

  private ConsoleServer(
      Server server, ServerConnector connector, Sessions sessions, ConsoleOptions options) {
    this.server = server;
    this.connector = connector;
    this.sessions = sessions;
    this.options = options;
  }

  /**
   * Listens from now on.
   *
   * @param host where the coordinator listens for SQL, as this machine reaches it
   * @param port its port there
   * @param database what is proposed at a login
   * @throws IOException when the address cannot be bound
   */
  public static ConsoleServer start(ConsoleOptions options, String host, int port, String database)
      throws IOException {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS, 2);
    threads.setName("console");
    threads.setDaemon(true);
    threads.setVirtualThreadsExecutor(
        Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("console-", 1).factory()));
    Server server = new Server(threads);
    ServerConnector connector = connector(server, options);
    connector.setHost(options.host());
    connector.setPort(options.port());
    connector.setIdleTimeout(SILENCE.toMillis());
    server.addConnector(connector);
    NetworkConnectionLimit limit = new NetworkConnectionLimit(CONNECTIONS, connector);
    limit.setEndPointIdleTimeout(SILENCE_IN_A_CROWD.toMillis());
    server.addBean(limit);
    Sessions sessions =
        new Sessions(new Login(new Endpoint(host, port)), options.sessions(), options.idle());
    ConsoleServer console = new ConsoleServer(server, connector, sessions, options);
    try {
      connector.open();
      server.setHandler(
          new ConsoleHandler(
              sessions,
              options.names(),
              options.tls().isPresent(),
              connector.getLocalPort(),
              database,
              options.trusting()));
      server.start();
    } catch (Exception e) {
      console.close();
      throw new IOException(
          "cannot listen for the console on %s port %d: %s"
              .formatted(options.host(), options.port(), e.getMessage()),
          e);
    }
    Future<?> unused =
        console.cleaning.scheduleWithFixedDelay(
            sessions::removeEnded, CLEANING.toSeconds(), CLEANING.toSeconds(), TimeUnit.SECONDS);
    return console;
  }

  private static ServerConnector connector(Server server, ConsoleOptions options) {
    HttpConfiguration http = new HttpConfiguration();
    http.setSendServerVersion(false);
    http.setRequestHeaderSize(LONGEST_HEADERS);
    HttpConnectionFactory plain = new HttpConnectionFactory(http);
    if (options.tls().isEmpty()) {
      return new ServerConnector(server, 1, 1, plain);
    }
    // The name is the certificate's or not; a browser sees to that.
    http.addCustomizer(new SecureRequestCustomizer(false));
    return new ServerConnector(
        server,
        null,
        null,
        null,
        1,
        1,
        AbstractConnectionFactory.getFactories(new RenewedTlsFactory(options.tls().get()), plain));
  }

  /** The port that it listens on. */
  public int port() {
    return connector.getLocalPort();
  }

  /** What a browser on this machine is told, or of the address that it listens on only. */
  public String url() {
    boolean everywhere = options.host().equals("0.0.0.0") || options.host().equals("::");
    String host =
        everywhere
            ? "localhost"
            : options.host().contains(":") ? "[" + options.host() + "]" : options.host();
    return (options.tls().isPresent() ? "https://" : "http://") + host + ":" + port() + "/";
  }

  @Override
  public void close() {
    cleaning.shutdownNow();
    try {
      server.stop();
    } catch (Exception e) {
      LOG.warn("the console did not stop cleanly", e);
    }
    connector.close();
    sessions.close();
  }
}
