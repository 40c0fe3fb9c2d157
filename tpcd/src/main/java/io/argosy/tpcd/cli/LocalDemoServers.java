package io.argosy.tpcd.cli;

import io.argosy.coordinator.local.EmbeddedServer;
import io.argosy.coordinator.local.LocalCluster;
import io.argosy.tpcd.demo.DemoServer;
import io.argosy.tpcd.demo.DemoServers;
import java.nio.file.Path;
import java.util.Map;

/** Servers of this process: a local cluster, and one embedded PostgreSQL. */
final class LocalDemoServers implements DemoServers {
  /** As much as each node of a local cluster has, so that the comparison is fair. */
  private static final Map<String, String> SINGLE_SETTINGS = Map.of("shared_buffers", "256MB");

  @Override
  public DemoServer startCluster(int nodes, int port, Path directory) {
    LocalCluster cluster = LocalCluster.start(new LocalCluster.Options(nodes, port, directory));
    return new Running(cluster.jdbcUrl(), cluster::close);
  }

  @Override
  public DemoServer startSingle(Path directory) {
    EmbeddedServer server = EmbeddedServer.start(directory, SINGLE_SETTINGS);
    return new Running(server.jdbcUrl(), server::close);
  }

  private record Running(String jdbcUrl, Runnable stop) implements DemoServer {
    @Override
    public void close() {
      stop.run();
    }
  }
}
