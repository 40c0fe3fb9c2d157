package io.argosy.tpcd.cli;

import io.argosy.tpcd.demo.Demo;
import io.argosy.tpcd.demo.DemoServers;
import io.argosy.tpcd.run.CopyBenchmark;
import io.argosy.tpcd.run.ServerFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Times COPY into Argosy against COPY into another PostgreSQL. */
@Command(
    name = "copy",
    mixinStandardHelpOptions = true,
    description = {
      "Time COPY of lineitem into Argosy and into another PostgreSQL in turn, and show the"
          + " medians.",
      "The table is tpcd_copy, with lineitem's columns and primary key; it is created for every"
          + " COPY and dropped. The data is in a temporary file, which has 760 MB at scale 1.",
      "Without --url a cluster is started on this machine; with --against single, so is one"
          + " PostgreSQL with the same version and settings."
    })
final class CopyCommand implements Callable<Integer> {
  private final DemoServers servers;

  @Spec private CommandSpec spec;

  @Option(
      names = "--scale",
      defaultValue = "1",
      paramLabel = "SF",
      description = "The scale factor of the data (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Mixin private ComparedServers compared;

  @Option(
      names = "--repeat",
      defaultValue = "3",
      paramLabel = "N",
      description = "How often each server is timed (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  /** A benchmark on the servers that the given object starts. */
  CopyCommand(DemoServers servers) {
    this.servers = servers;
  }

  @Override
  public Integer call() throws IOException {
    OptionBounds bounds = new OptionBounds(spec);
    bounds.atLeastOne("--repeat", repetitions);
    bounds.scale(scale);
    return new LocalRun(spec).run(servers, Optional.empty(), this::run);
  }

  private int run(Demo demo) throws ServerFailedException, IOException {
    Optional<String> given = compared.url();
    String argosy = given.isPresent() ? given.get() : compared.startCluster(demo).jdbcUrl();
    Optional<String> against = compared.against();
    String other =
        against.isPresent() ? against.get() : demo.startSingle(compared.nodes()).jdbcUrl();
    try (ProgressBar progress =
        new ProgressBar(spec.commandLine().getErr(), "tpcd", "of each", ProgressBar.onTerminal())) {
      CopyBenchmark.Outcome outcome =
          new CopyBenchmark(argosy, other, scale).run(repetitions, progress);
      progress.close();
      print(outcome);
      return 0;
    }
  }

  private void print(CopyBenchmark.Outcome outcome) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "COPY of lineitem, %,d rows, %s%n",
        outcome.rows(),
        megabytes(outcome.bytes()));
    row(out, "Argosy", outcome, outcome.seconds());
    row(out, "the other", outcome, outcome.otherSeconds());
    out.printf(
        Locale.ROOT,
        "speed of Argosy by the other's: %.2f%n",
        outcome.otherSeconds() / outcome.seconds());
    out.flush();
  }

  private static void row(
      PrintWriter out, String server, CopyBenchmark.Outcome outcome, double seconds) {
    out.printf(
        Locale.ROOT,
        "%-10s %8.2f s  %,10.0f rows/s  %8s/s%n",
        server,
        seconds,
        outcome.rows() / seconds,
        megabytes((long) (outcome.bytes() / seconds)));
  }

  private static String megabytes(long bytes) {
    return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
  }
}
