package io.argosy.tpcd;

import io.argosy.agent.embedded.EmbeddedNodes;
import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.server.local.LocalCluster;
import io.argosy.tpcd.demo.DemoServer;
import io.argosy.tpcd.demo.DemoServers;
import java.nio.file.Path;
import java.util.List;

/** Servers that commands start in the tests: a local cluster, and one embedded PostgreSQL. */
public final class StartedServers implements DemoServers {
  @Override
  public DemoServer startCluster(int nodes, int port, Path directory) {
    LocalCluster cluster = LocalCluster.start(new LocalCluster.Options(nodes, port, directory));
    List<String> nodeUrls = cluster.servers().stream().map(EmbeddedServer::jdbcUrl).toList();
    return new Running(cluster.jdbcUrl(), nodeUrls, cluster::close);
  }

  @Override
  public DemoServer startSingle(int nodes, Path directory) {
    EmbeddedServer server = EmbeddedServer.start(directory, EmbeddedNodes.settings(nodes));
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
