package io.argosy.tpcd.cli;

import io.argosy.tpcd.demo.Demo;
import io.argosy.tpcd.demo.DemoServers;
import io.argosy.tpcd.oltp.BankTables;
import io.argosy.tpcd.oltp.Comparison;
import io.argosy.tpcd.oltp.OltpBenchmark;
import io.argosy.tpcd.oltp.OltpFigures;
import io.argosy.tpcd.oltp.OltpReport;
import io.argosy.tpcd.oltp.TestedServer;
import io.argosy.tpcd.oltp.Workload;
import io.argosy.tpcd.performance.Environment;
import io.argosy.tpcd.report.ReportWriter;
import io.argosy.tpcd.run.ServerFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares how servers bear many short statements. */
@Command(
    name = "oltp",
    mixinStandardHelpOptions = true,
    description = {
      "Put a load of short statements on several servers in turn, and write a report: how many"
          + " transactions they execute in a second, how long each takes, and the processor time.",
      "The tables are pgbench's own, so that pgbench can be run beside it, and tables"
          + " colocated_.. with the branch in every key. They are made where they are missing,"
          + " distributed where the server can, and stay for the next time; what a run pays stays"
          + " in them, and only the history is emptied by the next one.",
      "What a server fails at is reported, and does not end the run. Ends with 1 if no server could"
          + " do anything.",
      "Without --server one PostgreSQL and a cluster are started on this machine. Then the"
          + " coordinator and the agents are in the client's process, which takes its processor"
          + " time from the client's; compare such speeds with each other only."
    })
final class OltpCommand implements Callable<Integer> {
  private static final int ANY_PORT = 0;

  private final DemoServers servers;

  @Spec private CommandSpec spec;

  @Mixin private OltpOptions load;

  @Option(
      names = "--nodes",
      defaultValue = "3",
      paramLabel = "N",
      description = "How many nodes the cluster has that is started (default: ${DEFAULT-VALUE}).")
  private int nodes;

  @Option(names = "--replace", description = "Drop tables of another scale and make new ones.")
  private boolean replace;

  @Option(names = "--drop", description = "Drop the tables in the end.")
  private boolean drop;

  @Option(
      names = "--report",
      defaultValue = "tpcd-oltp",
      paramLabel = "DIR",
      description =
          "Where report.html, report.json and report.csv are written (default: ${DEFAULT-VALUE}).")
  private Path report;

  /** A benchmark on the servers that the given object starts. */
  OltpCommand(DemoServers servers) {
    this.servers = servers;
  }

  @Override
  public Integer call() throws IOException {
    load.check();
    new OptionBounds(spec).atLeastOne("--nodes", nodes);
    List<Workload> workloads = load.workloads();
    if (!load.urls().isEmpty()) {
      load.servers(load.urls());
    }
    return new LocalRun(spec).run(servers, Optional.empty(), demo -> run(demo, workloads));
  }

  private int run(Demo demo, List<Workload> workloads)
      throws ServerFailedException, IOException, InterruptedException {
    Map<String, String> urls = load.urls().isEmpty() ? start(demo) : load.urls();
    List<TestedServer> tested = load.servers(urls);
    Map<String, Environment> environments = new LinkedHashMap<>();
    for (TestedServer server : tested) {
      environments.put(server.name(), ServerEnvironment.of(server.url()));
      try (ProgressBar progress = progress(server.name(), "rows")) {
        new BankTables(server.url(), load.scale(), workloads).ensure(replace, progress);
      }
    }
    OltpBenchmark benchmark =
        new OltpBenchmark(tested, workloads, load.clients(), load.scale(), load.lengths());
    List<Comparison> comparisons;
    try (ProgressBar progress = progress("tpcd", "measurements")) {
      comparisons = benchmark.run(progress);
    }
    String process =
        load.urls().isEmpty() ? "client, coordinator and agents, one process" : "the client";
    PrintWriter out = spec.commandLine().getOut();
    new TextTable(new OltpFigures(List.copyOf(urls.keySet()), process).table(comparisons))
        .print(out);
    ReportWriter writer = new ReportWriter(report);
    new OltpReport(environments, process, benchmark, comparisons).write(writer);
    out.printf("The report: %s%n", writer.page());
    out.flush();
    if (drop) {
      for (TestedServer server : tested) {
        new BankTables(server.url(), load.scale(), workloads).drop();
      }
    }
    return comparisons.stream()
            .flatMap(comparison -> comparison.outcomes().stream())
            .anyMatch(outcome -> outcome.failure().isEmpty())
        ? 0
        : 1;
  }

  private Map<String, String> start(Demo demo) throws IOException {
    Map<String, String> started = new LinkedHashMap<>();
    started.put("postgresql", demo.startSingle(nodes).jdbcUrl());
    started.put("argosy", demo.startCluster(nodes, ANY_PORT).jdbcUrl());
    return started;
  }

  private ProgressBar progress(String label, String unit) {
    return new ProgressBar(spec.commandLine().getErr(), label, unit, ProgressBar.onTerminal());
  }
}
