package io.argosy.lab.cli;

import io.argosy.agent.embedded.EmbeddedNodes;
import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import io.argosy.server.local.LocalCluster;
import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.demo.DemoServer;
import io.argosy.tpcd.demo.DemoServers;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Servers of this process: a local cluster, and one embedded PostgreSQL. */
final class LocalDemoServers implements DemoServers {
  @Override
  public DemoServer startCluster(int nodes, int port, Path directory) {
    return running(cluster(new LocalCluster.Options(nodes, port, directory)));
  }

  @Override
  public DemoServer startClusterWithConsole(
      int nodes, int port, Optional<Integer> console, Path directory) {
    LocalCluster cluster = cluster(new LocalCluster.Options(nodes, port, directory));
    boolean serves = false;
    try {
      cluster.startConsole(console);
      serves = true;
    } finally {
      if (!serves) {
        cluster.close();
      }
    }
    return running(cluster);
  }

  private static DemoServer running(LocalCluster cluster) {
    List<String> nodeUrls = cluster.servers().stream().map(EmbeddedServer::jdbcUrl).toList();
    return new Running(cluster.jdbcUrl(), nodeUrls, cluster.consoleUrl(), cluster::close);
  }

  @Override
  public DemoServer startSingle(int nodes, Path directory) {
    // What each node of a local cluster has, so that the comparison is fair.
    EmbeddedServer server = EmbeddedServer.start(directory, EmbeddedNodes.settings(nodes));
    return new Running(server.jdbcUrl(), List.of(), Optional.empty(), server::close);
  }

  private static LocalCluster cluster(LocalCluster.Options options) {
    try {
      return LocalCluster.start(options);
    } catch (PostgresException e) {
      PostgresError error = e.error();
      BenchmarkException told =
          new BenchmarkException(error.sqlState(), error.message(), error.fields().get('H'));
      told.initCause(e);
      throw told;
    }
  }

  private record Running(
      String jdbcUrl, List<String> nodeUrls, Optional<String> consoleUrl, Runnable stop)
      implements DemoServer {
    @Override
    public void close() {
      stop.run();
    }
  }
}
