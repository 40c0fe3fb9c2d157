package io.argosy.lab.cli;

import io.argosy.lab.scaleout.ClusterOutcome;
import io.argosy.lab.scaleout.Cores;
import io.argosy.lab.scaleout.ScaleOut;
import io.argosy.lab.scaleout.ScaleOutReport;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.Throttles;
import io.argosy.tpcd.cli.LocalRun;
import io.argosy.tpcd.cli.OptionBounds;
import io.argosy.tpcd.cli.QuerySelection;
import io.argosy.tpcd.cli.SettingsOption;
import io.argosy.tpcd.performance.Environment;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.ReportWriter;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./argosy tpcd scaleout}: what more nodes are worth. */
@Command(
    name = "scaleout",
    mixinStandardHelpOptions = true,
    description = {
      "Time the queries on clusters of several sizes, whose machines have a fixed share of a"
          + " processor each, with warm caches, and write a report: speed-ups over the first size,"
          + " and what limits each query.",
      "Needs root. The data stays in --dir for the next time. Exits with 1 if an answer differs."
    })
final class ScaleOutCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private QuerySelection selection = new QuerySelection(QuerySet.TPCD);
  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = "--nodes",
      split = ",",
      defaultValue = "1,3,6",
      paramLabel = "N",
      description = "The clusters' sizes, in this order (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes;

  @Option(
      names = "--placement",
      split = ",",
      defaultValue = "two-part,one-part",
      paramLabel = "PLACEMENT",
      description = "Where they keep the tables, one after the other (default: ${DEFAULT-VALUE}).")
  private List<Placement> placements;

  @Option(
      names = "--cpu",
      defaultValue = "0.25",
      paramLabel = "CORES",
      description = "How much of a core each node has (default: ${DEFAULT-VALUE}).")
  private double nodeCores;

  @Option(
      names = "--coordinator-cpu",
      paramLabel = "CORES",
      description = "How much of a core the coordinator's machine has (default: as each node).")
  private Double coordinatorCores;

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
      description = "How often each query is timed (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--dir",
      defaultValue = "argosy-scaleout",
      paramLabel = "DIR",
      description = "Where the clusters keep their data (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Option(
      names = "--report",
      defaultValue = "tpcd-scaleout",
      paramLabel = "DIR",
      description =
          "Where report.html, report.json and report.csv are written (default: ${DEFAULT-VALUE}).")
  private Path report;

  @Override
  public Integer call() throws InterruptedException {
    OptionBounds bounds = new OptionBounds(spec);
    bounds.scale(scale);
    Cores cores = new Cores(nodeCores, coordinatorCores == null ? nodeCores : coordinatorCores);
    bounds.require(
        cores.node() >= Throttles.FEWEST_CORES && cores.coordinator() >= Throttles.FEWEST_CORES,
        "--cpu and --coordinator-cpu must be at least " + Throttles.FEWEST_CORES);
    bounds.atLeastOne("--repeat", repetitions);
    bounds.require(
        sizes.stream().allMatch(size -> size >= 1 && size <= Testbed.MOST_NODES),
        "--nodes must be between 1 and " + Testbed.MOST_NODES);
    warnOfTooFewProcessors(cores);
    ScaleOut.Workload workload =
        new ScaleOut.Workload(selection.queries(), scale, cores, settings.settings(), repetitions);
    ScaleOut scaleOut = new ScaleOut(workload, new LocalRun(spec)::load, this::say);
    List<ClusterOutcome> outcomes = new ArrayList<>();
    for (Placement placement : placements) {
      for (int size : sizes) {
        int status = measure(scaleOut, placement, size, workload, outcomes);
        if (status != 0) {
          return status;
        }
      }
    }
    return outcomes.stream().allMatch(ClusterOutcome::succeeded) ? 0 : 1;
  }

  /** Machines that have less than their share would be measured as slow queries. */
  private void warnOfTooFewProcessors(Cores cores) {
    double wanted = cores.ofAll(Collections.max(sizes));
    int there = Runtime.getRuntime().availableProcessors();
    if (wanted > there) {
      say(
          "warning: the largest cluster and its coordinator want %s processors, and there are %d"
              .formatted(Numbers.rounded(wanted), there));
    }
  }

  /** Each cluster has a testbed and a directory of its own, since its nodes stay what they are. */
  private int measure(
      ScaleOut scaleOut,
      Placement placement,
      int size,
      ScaleOut.Workload workload,
      List<ClusterOutcome> outcomes)
      throws InterruptedException {
    return new TestbedRun(spec)
        .run(
            directory.resolve("%s-%d".formatted(placement, size)),
            List.of(),
            testbed -> {
              testbed.build(size);
              ClusterOutcome outcome = scaleOut.run(testbed, placement);
              outcomes.add(outcome);
              write(new ScaleOutReport(Environment.thisMachine(), workload, outcomes), outcome);
              return 0;
            });
  }

  private void write(ScaleOutReport written, ClusterOutcome outcome) throws IOException {
    ReportWriter writer = new ReportWriter(report);
    written.write(writer);
    spec.commandLine()
        .getOut()
        .printf(
            "%s on %d nodes: %s times as fast as on %d, in the geometric mean; %s%n",
            outcome.placement(),
            outcome.nodes(),
            Numbers.rounded(outcome.meanSpeedUp(written.smallest(outcome))),
            written.smallest(outcome).nodes(),
            writer.page());
    spec.commandLine().getOut().flush();
  }

  private void say(String message) {
    spec.commandLine().getErr().println(message);
    spec.commandLine().getErr().flush();
  }
}
