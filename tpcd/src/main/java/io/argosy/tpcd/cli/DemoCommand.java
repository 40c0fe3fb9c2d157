package io.argosy.tpcd.cli;

import io.argosy.tpcd.demo.Demo;
import io.argosy.tpcd.demo.DemoServer;
import io.argosy.tpcd.demo.DemoServers;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.run.OutcomeJson;
import io.argosy.tpcd.run.PairedBenchmark;
import io.argosy.tpcd.run.PairedOutcome;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows the whole of Argosy on one machine: TPC-D on a cluster and on one PostgreSQL. */
@Command(
    name = "demo",
    mixinStandardHelpOptions = true,
    description = {
      "Start a cluster of PostgreSQL servers on this machine, load TPC-D into it, run the 17"
          + " queries, and compare every answer with that of one PostgreSQL with the same data.",
      "Both execute each query in turn: twice to warm up, and then three times, of which the median"
          + " counts. Then the cluster serves until Ctrl-C.",
      "With --exit: ends with 0 if all answers are the same, with 1 if one is not."
    })
public final class DemoCommand implements Callable<Integer> {
  private static final int WARM_UPS = 2;
  private static final int TIMED = 3;

  private final DemoServers servers;

  @Spec private CommandSpec spec;

  @Option(
      names = "--nodes",
      defaultValue = "3",
      paramLabel = "N",
      description = "How many PostgreSQL servers (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(
      names = "--scale",
      defaultValue = "0.1",
      paramLabel = "SF",
      description = "The scale factor; 1 is about a gigabyte (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Option(
      names = "--port",
      defaultValue = "5433",
      paramLabel = "PORT",
      description = "Where the coordinator listens (default: ${DEFAULT-VALUE}).")
  private int port;

  @Option(
      names = "--console-port",
      paramLabel = "PORT",
      description =
          "Where the web console listens (default: 5480, or a free one where that is in use).")
  private Integer consolePort;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Keep the data here for the next time (default: it is deleted at the end).")
  private Path directory;

  @Option(names = "--exit", description = "Stop after the queries.")
  private boolean exit;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the outcomes to this file, as JSON.")
  private Path json;

  /** A demo on the servers that the given object starts. */
  public DemoCommand(DemoServers servers) {
    this.servers = servers;
  }

  @Override
  public Integer call() throws IOException {
    OptionBounds bounds = new OptionBounds(spec);
    bounds.atLeastOne("--nodes", nodes);
    bounds.scale(scale);
    LocalRun local = new LocalRun(spec);
    return local.run(servers, Optional.ofNullable(directory), demo -> loadAndCompare(demo, local));
  }

  private int loadAndCompare(Demo demo, LocalRun local)
      throws ServerFailedException, IOException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    err.printf("starting a cluster of %d nodes and one PostgreSQL ...%n", nodes);
    err.flush();
    DemoServer started =
        demo.startClusterWithConsole(nodes, port, Optional.ofNullable(consolePort));
    String cluster = started.jdbcUrl();
    String single = demo.startSingle(nodes).jdbcUrl();
    local.load(cluster, scale, placement(cluster), "cluster");
    local.load(single, scale, placement(single), "one PostgreSQL");
    PairedRun timed =
        new PairedRun(
            new PairedBenchmark.Servers(cluster, single, started.nodeUrls(), List.of()),
            query -> Parameters.validation(query, scale),
            new PairedBenchmark.Executions(WARM_UPS, TIMED),
            this::writeJson);
    boolean same =
        timed.run(
            QuerySet.TPCD.queries(),
            new DemoTable(
                spec.commandLine().getOut(),
                TIMED + " executions in turn, after " + WARM_UPS + " to warm up"));
    if (!exit) {
      demo.stopLast();
      serve(cluster, started.consoleUrl());
    }
    return same ? 0 : 1;
  }

  private void writeJson(List<PairedOutcome> outcomes) throws IOException {
    if (json != null) {
      OutcomeJson.write(json, outcomes.stream().map(PairedOutcome::outcome).toList());
    }
  }

  private static Placement placement(String url) throws ServerFailedException {
    try (Connection connection = DriverManager.getConnection(url)) {
      return Placement.detect(connection);
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }

  private void serve(String url, Optional<String> console) throws InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    out.println();
    out.println("ready " + url);
    // libpq takes the same URL without its first scheme.
    out.println("psql '" + url.substring("jdbc:".length()) + "'");
    console.ifPresent(page -> out.println("console " + page + " (role postgres, no password)"));
    out.println("Ctrl-C stops it.");
    out.flush();
    new CountDownLatch(1).await();
  }
}
