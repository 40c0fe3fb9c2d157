package io.argosy.server.config;

import io.argosy.agent.machine.MachineMeter;
import io.argosy.agent.server.AgentConfig;
import io.argosy.node.frame.Compression;
import io.argosy.node.local.EngineConfig;
import io.argosy.protocol.client.ServerAddress;
import io.argosy.protocol.tls.LinkTls;
import io.argosy.server.metrics.MetricsServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What {@code ./argosy agent --config FILE} is told.
 *
 * @param agent how the agent serves
 * @param shutdownTimeout how long statements may go on when it is stopped
 * @param logLevel how much is logged
 * @param metrics where it tells its metrics, if anywhere
 */
public record AgentConfiguration(
    AgentConfig agent,
    Duration shutdownTimeout,
    LogLevel logLevel,
    Optional<MetricsServer.Listener> metrics) {
  private static final long MEGABYTE = 1L << 20;

  static final int DEFAULT_CONNECTIONS = 32;
  static final int MOST_CONNECTIONS = 10_000;
  static final int MOST_MEMORY_MEGABYTES = 1 << 30;
  static final int MOST_INBOX_MEGABYTES = 1 << 20;
  static final int DEFAULT_SHUTDOWN_SECONDS = 10;
  static final int LONGEST_SHUTDOWN_SECONDS = 3600;

  /**
   * Reads a file.
   *
   * @param environment what {@code .._environment} refers to
   * @throws ConfigurationException when something in it is wrong
   */
  public static AgentConfiguration read(Path file, Map<String, String> environment) {
    Section root = new Document(file, environment).root();
    String name = root.text("name");
    Section listen = root.section("listen");
    String host = listen.text("host");
    int port = listen.listenPort("port");
    Optional<LinkTls> tls = Certificates.link(listen, "tls");
    listen.end();
    String secret = root.requiredSecret("secret");
    Compression compression = root.choice("compression", Compression.LZ4);
    Duration shutdown = shutdownTimeout(root);
    Section postgres = root.section("postgres");
    EngineConfig engine = engine(postgres, EngineConfig.of(name, servers(postgres)));
    postgres.end();
    MachineMeter machine = machine(root);
    LogLevel logLevel = LogLevel.read(root);
    Optional<MetricsServer.Listener> metrics = metrics(root);
    root.end();
    return new AgentConfiguration(
        new AgentConfig(host, port, secret, engine, compression, machine, tls),
        shutdown,
        logLevel,
        metrics);
  }

  /** {@code host} and {@code port}; or {@code servers}, a primary and its standbys. */
  private static List<ServerAddress> servers(Section postgres) {
    if (!postgres.has("servers")) {
      return List.of(new ServerAddress(postgres.text("host"), postgres.port("port")));
    }
    if (postgres.has("host") || postgres.has("port")) {
      throw postgres.mistake("servers", "write either servers, or host and port");
    }
    return postgres.texts("servers").stream()
        .map(
            text ->
                Address.parse(text)
                    .orElseThrow(
                        () -> postgres.mistake("servers", "each must be of the form host:port")))
        .toList();
  }

  private static MachineMeter machine(Section root) {
    if (!root.has("machine")) {
      return MachineMeter.ofWholeMachine();
    }
    Section machine = root.section("machine");
    long memory = machine.integer("memory_megabytes", 0, MOST_MEMORY_MEGABYTES, 0) * MEGABYTE;
    Optional<Path> directory = machine.optionalText("data_directory").map(Path::of);
    boolean samples = machine.truth("samples", true);
    machine.end();
    return new MachineMeter(
        memory == 0 ? OptionalLong.empty() : OptionalLong.of(memory), directory, samples);
  }

  /** {@code metrics}: on this machine only, where nothing else is said. */
  static Optional<MetricsServer.Listener> metrics(Section root) {
    return root.optionalSection("metrics")
        .map(
            section -> {
              MetricsServer.Listener listener =
                  new MetricsServer.Listener(
                      section.optionalText("host").orElse("127.0.0.1"), section.listenPort("port"));
              section.end();
              return listener;
            });
  }

  static Duration shutdownTimeout(Section root) {
    return Duration.ofSeconds(
        root.integer("shutdown_seconds", 0, LONGEST_SHUTDOWN_SECONDS, DEFAULT_SHUTDOWN_SECONDS));
  }

  /**
   * How an engine logs in: {@code tls} and its certificates, {@code connections}, {@code users};
   * and where moved rows wait: {@code inbox_megabytes}, {@code inbox_directory}; {@code resources}
   * says whether it is metered what requests use.
   */
  static EngineConfig engine(Section section, EngineConfig server) {
    return ServerUsers.read(section)
        .applyTo(
            server
                .withMeters(section.truth("resources", true))
                .withTls(Certificates.postgres(section))
                .withMaxConnections(
                    section.integer("connections", 1, MOST_CONNECTIONS, DEFAULT_CONNECTIONS),
                    server.pool().acquireTimeout())
                .withInboxes(
                    (long)
                            section.integer(
                                "inbox_megabytes",
                                1,
                                MOST_INBOX_MEGABYTES,
                                Math.toIntExact(server.inbox().memory() / MEGABYTE))
                        * MEGABYTE,
                    inboxDirectory(section).orElse(server.inbox().directory())));
  }

  private static Optional<Path> inboxDirectory(Section section) {
    Optional<Path> directory = section.optionalText("inbox_directory").map(Path::of);
    if (directory.isPresent() && !Files.isDirectory(directory.get())) {
      throw section.mistake("inbox_directory", "is not a directory");
    }
    return directory;
  }
}
