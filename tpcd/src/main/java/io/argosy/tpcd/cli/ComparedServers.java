package io.argosy.tpcd.cli;

import io.argosy.tpcd.demo.Demo;
import io.argosy.tpcd.demo.DemoServer;
import java.io.IOException;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The options that name an Argosy and what it is compared with, for commands to mix in. */
final class ComparedServers {
  private static final String SINGLE = "single";
  private static final int ANY_PORT = 0;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--url",
      paramLabel = "JDBC_URL",
      description = "An Argosy that runs already (default: one is started).")
  private String url;

  @Option(
      names = "--against",
      defaultValue = SINGLE,
      paramLabel = "single|JDBC_URL",
      description =
          "What to compare with: single, which is started, or a server that runs already"
              + " (default: ${DEFAULT-VALUE}).")
  private String against;

  private int nodes;

  @Option(
      names = "--nodes",
      defaultValue = "3",
      paramLabel = "N",
      description = "How many nodes the cluster has that is started (default: ${DEFAULT-VALUE}).")
  void setNodes(int nodes) {
    new OptionBounds(command).atLeastOne("--nodes", nodes);
    this.nodes = nodes;
  }

  /** The JDBC URL of an Argosy that runs already; nothing if a cluster is to be started. */
  Optional<String> url() {
    return Optional.ofNullable(url);
  }

  /** The JDBC URL of what to compare with; nothing if one PostgreSQL is to be started. */
  Optional<String> against() {
    return against.equals(SINGLE) ? Optional.empty() : Optional.of(against);
  }

  /** How many nodes the cluster has that is started; at least one. */
  int nodes() {
    return nodes;
  }

  /** Starts a cluster with the number of nodes that is asked for. */
  DemoServer startCluster(Demo demo) throws IOException {
    return demo.startCluster(nodes, ANY_PORT);
  }
}
