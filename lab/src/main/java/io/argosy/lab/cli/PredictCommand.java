package io.argosy.lab.cli;

import io.argosy.lab.explanation.CheckedForecast;
import io.argosy.lab.explanation.ExplainedCluster;
import io.argosy.lab.explanation.ExplanationReport;
import io.argosy.lab.explanation.Explanations;
import io.argosy.lab.explanation.Hardware;
import io.argosy.lab.scaleout.Cores;
import io.argosy.lab.testbed.DataRate;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.Throttles;
import io.argosy.tpcd.cli.LocalRun;
import io.argosy.tpcd.cli.OptionBounds;
import io.argosy.tpcd.cli.QuerySelection;
import io.argosy.tpcd.cli.SettingsOption;
import io.argosy.tpcd.performance.Environment;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.report.ReportWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./argosy tpcd predict}: why queries take as long as they do, and what would help. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = {
      "Have Argosy explain the queries on machines of the testbed, predict from that what they"
          + " take on more nodes, with more of a processor and with faster disks, measure it, and"
          + " write a report: where the time goes, what limits each query, and how far off the"
          + " predictions are.",
      "The first value of each option is what is predicted from. With --disk, all caches are cold"
          + " in front of each query; without, they are warm. Needs root. The data stays in --dir"
          + " for the next time."
    })
final class PredictCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private QuerySelection selection = new QuerySelection(QuerySet.TPCD);
  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = "--nodes",
      split = ",",
      defaultValue = "3,6",
      paramLabel = "N",
      description = "How many nodes (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes;

  @Option(
      names = "--cpu",
      split = ",",
      defaultValue = "0.25,0.5",
      paramLabel = "CORES",
      description = "How much of a core each node has (default: ${DEFAULT-VALUE}).")
  private List<Double> cores;

  @Option(
      names = "--coordinator-cpu",
      defaultValue = "0.5",
      paramLabel = "CORES",
      description = "How much of a core the coordinator's machine has (default: 0.5).")
  private double coordinatorCores;

  @Option(
      names = "--disk",
      split = ",",
      paramLabel = "RATE",
      converter = TestbedOptions.RateConverter.class,
      description = "Also with cold caches, and disks that are so fast, as in 33MB/s,66MB/s.")
  private List<DataRate> disks = List.of();

  @Option(
      names = "--scale",
      defaultValue = "1",
      paramLabel = "SF",
      description = "The scale factor of the data (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Option(
      names = "--repeat",
      defaultValue = "3",
      paramLabel = "N",
      description = "How often each query is timed when caches are warm (default: 3).")
  private int repetitions;

  @Option(
      names = "--dir",
      defaultValue = "argosy-predict",
      paramLabel = "DIR",
      description = "Where the clusters keep their data (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Option(
      names = "--report",
      defaultValue = "tpcd-predict",
      paramLabel = "DIR",
      description =
          "Where report.html, report.json and report.csv are written (default: ${DEFAULT-VALUE}).")
  private Path report;

  @Override
  public Integer call() throws InterruptedException {
    OptionBounds bounds = new OptionBounds(spec);
    bounds.scale(scale);
    bounds.atLeastOne("--repeat", repetitions);
    bounds.require(
        coordinatorCores >= Throttles.FEWEST_CORES
            && cores.stream().allMatch(share -> share >= Throttles.FEWEST_CORES),
        "--cpu and --coordinator-cpu must be at least " + Throttles.FEWEST_CORES);
    bounds.require(
        sizes.stream().allMatch(size -> size >= 1 && size <= Testbed.MOST_NODES),
        "--nodes must be between 1 and " + Testbed.MOST_NODES);
    bounds.require(
        sizes.stream().distinct().count() == sizes.size(), "--nodes must be different numbers");
    Explanations.Workload workload =
        new Explanations.Workload(selection.queries(), scale, settings.settings(), repetitions);
    Explanations explanations = new Explanations(workload, new LocalRun(spec)::load, this::say);
    List<ExplainedCluster> clusters = new ArrayList<>();
    for (int size : sizes) {
      int status =
          new TestbedRun(spec)
              .run(
                  directory.resolve("nodes-" + size),
                  List.of(),
                  testbed -> {
                    testbed.build(size);
                    clusters.addAll(explanations.run(testbed, machines(size)));
                    write(workload, clusters);
                    return 0;
                  });
      if (status != 0) {
        return status;
      }
    }
    return 0;
  }

  /** The first number of nodes with all speeds, each of the others as the first is. */
  private List<Hardware> machines(int size) {
    List<Hardware> machines = new ArrayList<>();
    List<Double> shares = size == sizes.getFirst() ? cores : cores.subList(0, 1);
    for (double share : shares) {
      machines.add(new Hardware(size, coresOf(share), Optional.empty()));
    }
    if (size == sizes.getFirst() && !disks.isEmpty()) {
      for (DataRate disk : disks) {
        machines.add(new Hardware(size, coresOf(cores.getFirst()), Optional.of(disk)));
      }
      for (double share : cores.subList(1, cores.size())) {
        machines.add(new Hardware(size, coresOf(share), Optional.of(disks.getFirst())));
      }
    }
    return machines;
  }

  private Cores coresOf(double share) {
    return new Cores(share, coordinatorCores);
  }

  private void write(Explanations.Workload workload, List<ExplainedCluster> clusters)
      throws IOException {
    List<List<CheckedForecast>> predictions = CheckedForecast.all(clusters);
    ReportWriter writer = new ReportWriter(report);
    new ExplanationReport(Environment.thisMachine(), workload, clusters, predictions).write(writer);
    predictions.forEach(all -> spec.commandLine().getOut().println(ExplanationReport.summary(all)));
    spec.commandLine().getOut().println(writer.page());
    spec.commandLine().getOut().flush();
  }

  private void say(String message) {
    spec.commandLine().getErr().println(message);
    spec.commandLine().getErr().flush();
  }
}
