package io.argosy.server.config;

import io.argosy.agent.server.AgentServer;
import io.argosy.server.metrics.AgentMetrics;
import io.argosy.server.metrics.MachineMetrics;
import io.argosy.server.metrics.MetricsServer;
import io.argosy.server.metrics.ServerReachable;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An agent that serves as its configuration says. */
public final class AgentProcess implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AgentProcess.class);

  private final AgentConfiguration configuration;
  private final AgentServer server;
  private final Optional<MetricsServer> metrics;

  private AgentProcess(
      AgentConfiguration configuration, AgentServer server, Optional<MetricsServer> metrics) {
    this.configuration = configuration;
    this.server = server;
    this.metrics = metrics;
  }

  /**
   * Listens. Connects to PostgreSQL only when a coordinator asks for a backend.
   *
   * @throws IOException when an address is in use or not this machine's; nothing is left running
   */
  public static AgentProcess start(AgentConfiguration configuration) throws IOException {
    configuration.logLevel().apply();
    AgentServer server = AgentServer.start(configuration.agent());
    if (configuration.metrics().isEmpty()) {
      return new AgentProcess(configuration, server, Optional.empty());
    }
    try {
      MetricsServer metrics = MetricsServer.start(configuration.metrics().get());
      metrics.add(new AgentMetrics(server));
      server.sampler().ifPresent(sampler -> metrics.add(new MachineMetrics(sampler)));
      metrics.readyWhen(new ServerReachable(configuration.agent().postgres().servers()));
      return new AgentProcess(configuration, server, Optional.of(metrics));
    } catch (IOException e) {
      server.close();
      throw e;
    }
  }

  /** Has of another configuration what can change while it serves: how much is logged. */
  public void reload(AgentConfiguration changed) {
    changed.logLevel().apply();
  }

  /** The port that coordinators connect to. */
  public int port() {
    return server.port();
  }

  /** The port that metrics are told on; empty where they are not. */
  public Optional<Integer> metricsPort() {
    return metrics.map(MetricsServer::port);
  }

  /** Is not ready any more, lets statements go on for a while, and ends everything. */
  @Override
  public void close() {
    metrics.ifPresent(MetricsServer::stopping);
    try (server) {
      if (!server.drain(configuration.shutdownTimeout())) {
        LOG.warn("ending statements that still run");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      metrics.ifPresent(MetricsServer::close);
    }
  }
}
