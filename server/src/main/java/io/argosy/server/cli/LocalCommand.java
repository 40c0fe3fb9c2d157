package io.argosy.server.cli;

import io.argosy.server.local.LocalCluster;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./argosy local}: an empty cluster on this machine. */
@Command(
    name = "local",
    mixinStandardHelpOptions = true,
    description = {
      "Starts a cluster on this machine: embedded PostgreSQL nodes, an agent beside each, and a"
          + " coordinator, which is connected to the nodes, too, for short statements. Prints a"
          + " line when it is ready and one with the address of the web console, and serves until"
          + " it is interrupted.",
      "The nodes' data stays in the directory and is used again by the next start."
    })
final class LocalCommand implements Callable<Integer> {
  private static final int MOST_NODES = 64;

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      defaultValue = "3",
      description = "How many nodes (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--port",
      defaultValue = "5433",
      description =
          "The port that clients connect to, 0 for a free one (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--dir",
      defaultValue = "argosy-data",
      description = "Where the nodes keep their data (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Option(
      names = "--console-port",
      paramLabel = "PORT",
      description =
          "The port of the web console, 0 for a free one (default: "
              + LocalCluster.CONSOLE_PORT
              + ", or a free one where that is in use).")
  private Integer consolePort;

  @Option(names = "--no-console", description = "Without a web console.")
  private boolean withoutConsole;

  @Override
  public Integer call() throws InterruptedException {
    if (nodes < 1 || nodes > MOST_NODES) {
      throw new ParameterException(
          spec.commandLine(), "--nodes must be between 1 and " + MOST_NODES + ", not " + nodes);
    }
    LocalCluster cluster =
        LocalCluster.start(new LocalCluster.Options(nodes, port, directory, Map.of(), true));
    if (!withoutConsole) {
      startConsole(cluster);
    }
    return Service.serve(
        spec.commandLine().getOut(), cluster.jdbcUrl(), cluster.consoleUrl(), cluster::close);
  }

  private void startConsole(LocalCluster cluster) {
    boolean serves = false;
    try {
      cluster.startConsole(Optional.ofNullable(consolePort));
      serves = true;
    } finally {
      if (!serves) {
        cluster.close();
      }
    }
  }
}
