package io.argosy.tpcd.cli;

import io.argosy.tpcd.demo.Demo;
import io.argosy.tpcd.demo.DemoServers;
import io.argosy.tpcd.performance.Environment;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.ReportWriter;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.run.Size;
import io.argosy.tpcd.run.Transfer;
import io.argosy.tpcd.run.TransferBenchmark;
import io.argosy.tpcd.transfer.TransferReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Sweeps the inline limit of the agent protocol over sizes of answers. */
@Command(
    name = "transfer",
    mixinStandardHelpOptions = true,
    description = {
      "Time answers of several sizes from one node with several values of argosy.inline_limit in"
          + " turn, and write a report.",
      "An answer up to the limit comes in one piece and not compressed; a longer one is a stream."
          + " The table is tpcd_transfer; it is created and dropped.",
      "Without --url a cluster of one node is started on this machine: then the processor time is"
          + " that of the client, the coordinator and the agent, which are one process, and"
          + " otherwise that of the client alone."
    })
final class TransferCommand implements Callable<Integer> {
  private static final String ROW = "%6s  %6s  %9s  %9s  %10s%n";
  private static final int ANY_PORT = 0;

  private final DemoServers servers;

  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      paramLabel = "JDBC_URL",
      description = "An Argosy that runs already (default: one is started).")
  private String url;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Keep the cluster's data here (default: it is deleted at the end).")
  private Path directory;

  @Option(
      names = "--sizes",
      split = ",",
      defaultValue = "512B,1kB,4kB,16kB,64kB,256kB,1MB",
      paramLabel = "SIZE",
      description = "The sizes of the answers (default: ${DEFAULT-VALUE}).")
  private List<String> sizes;

  @Option(
      names = "--limits",
      split = ",",
      defaultValue = "0,1kB,4kB,16kB,64kB,256kB",
      paramLabel = "SIZE",
      description = "The inline limits (default: ${DEFAULT-VALUE}).")
  private List<String> limits;

  @Option(
      names = "--repeat",
      defaultValue = "7",
      paramLabel = "N",
      description =
          "How many rounds there are, of which the median counts (default: ${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--report",
      defaultValue = "tpcd-transfer",
      paramLabel = "DIR",
      description =
          "Where report.html, report.json and report.csv are written (default: ${DEFAULT-VALUE}).")
  private Path report;

  /** A benchmark on the servers that the given object starts. */
  TransferCommand(DemoServers servers) {
    this.servers = servers;
  }

  @Override
  public Integer call() throws IOException {
    OptionBounds bounds = new OptionBounds(spec);
    bounds.atLeastOne("--repeat", rounds);
    List<Size> answers = sizes("--sizes", sizes);
    bounds.require(
        answers.stream().allMatch(size -> size.bytes() >= TransferBenchmark.SHORTEST.bytes()),
        "--sizes must be at least " + TransferBenchmark.SHORTEST);
    List<Size> swept = sizes("--limits", limits);
    return new LocalRun(spec)
        .run(servers, Optional.ofNullable(directory), demo -> run(demo, answers, swept));
  }

  private List<Size> sizes(String option, List<String> texts) {
    try {
      return texts.stream().map(Size::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
    }
  }

  private int run(Demo demo, List<Size> answers, List<Size> swept)
      throws ServerFailedException, IOException {
    String argosy = url != null ? url : demo.startCluster(1, ANY_PORT).jdbcUrl();
    Environment environment = ServerEnvironment.of(argosy);
    Size longest = answers.stream().max(Comparator.comparingInt(Size::bytes)).orElseThrow();
    List<List<Transfer>> transfers;
    try (TransferBenchmark benchmark = TransferBenchmark.open(argosy, longest, swept, rounds);
        ProgressBar progress =
            new ProgressBar(
                spec.commandLine().getErr(), "tpcd", "rounds", ProgressBar.onTerminal())) {
      transfers = benchmark.run(answers, progress);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf(ROW, "size", "limit", "time", "processor", "network");
    transfers.forEach(row -> row.forEach(transfer -> print(out, transfer)));
    ReportWriter writer = new ReportWriter(report);
    String processes = url != null ? "the client" : "client, coordinator and agent";
    new TransferReport(environment, processes, rounds, transfers).write(writer);
    out.printf("The report: %s%n", writer.page());
    out.flush();
    return 0;
  }

  private static void print(PrintWriter out, Transfer transfer) {
    out.printf(
        ROW,
        transfer.size(),
        transfer.limit(),
        Numbers.seconds(transfer.seconds()),
        Numbers.seconds(transfer.cpuSeconds()),
        Numbers.bytes(transfer.networkBytes()));
    out.flush();
  }
}
