package io.argosy.lab.cli;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.server.local.LocalCluster;
import io.argosy.tpcd.demo.DemoServer;
import io.argosy.tpcd.demo.DemoServers;
import java.nio.file.Path;
import java.util.List;

/** Servers of this process: a local cluster, and one embedded PostgreSQL. */
final class LocalDemoServers implements DemoServers {
  @Override
  public DemoServer startCluster(int nodes, int port, Path directory) {
    LocalCluster cluster = LocalCluster.start(new LocalCluster.Options(nodes, port, directory));
    List<String> nodeUrls = cluster.servers().stream().map(EmbeddedServer::jdbcUrl).toList();
    return new Running(cluster.jdbcUrl(), nodeUrls, cluster::close);
  }

  @Override
  public DemoServer startSingle(int nodes, Path directory) {
    // What each node of a local cluster has, so that the comparison is fair.
    EmbeddedServer server = EmbeddedServer.start(directory, LocalCluster.nodeSettings(nodes));
    return new Running(server.jdbcUrl(), List.of(), server::close);
  }

  private record Running(String jdbcUrl, List<String> nodeUrls, Runnable stop)
      implements DemoServer {
    @Override
    public void close() {
      stop.run();
    }
  }
}
