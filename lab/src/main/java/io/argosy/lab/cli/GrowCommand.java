package io.argosy.lab.cli;

import io.argosy.lab.growth.Growth;
import io.argosy.lab.growth.GrowthOutcome;
import io.argosy.lab.growth.GrowthPlan;
import io.argosy.lab.growth.GrowthReport;
import io.argosy.lab.growth.GrowthStep;
import io.argosy.lab.scaleout.Cores;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.Throttles;
import io.argosy.tpcd.cli.LocalRun;
import io.argosy.tpcd.cli.OptionBounds;
import io.argosy.tpcd.cli.QuerySelection;
import io.argosy.tpcd.cli.SettingsOption;
import io.argosy.tpcd.demo.Directories;
import io.argosy.tpcd.performance.Environment;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.ReportWriter;
import io.argosy.tpcd.run.ServerFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./argosy tpcd grow}: what clients notice of a cluster that grows. */
@Command(
    name = "grow",
    mixinStandardHelpOptions = true,
    description = {
      "Let one cluster have several sizes, one after the other, while clients make payments and ask"
          + " queries, compare all answers with what they should be, and write a report: payments"
          + " in each second, the longest waits, and the speed beside that of clusters made with as"
          + " many nodes.",
      "Its machines have a fixed share of a processor each. Needs root. --dir is emptied before."
          + " Exits with 1 if an answer is wrong."
    })
final class GrowCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private QuerySelection selection = new QuerySelection(QuerySet.TPCD);
  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = "--nodes",
      split = ",",
      defaultValue = "1,3,6",
      paramLabel = "N",
      description = "The sizes, each larger than the one before (default: ${DEFAULT-VALUE}).")
  private List<Integer> sizes;

  @Option(names = "--drain", description = "Drain the node that was added first at the end.")
  private boolean drain;

  @Option(
      names = "--compare",
      description = "Measure clusters that are made with as many nodes, too.")
  private boolean compare;

  @Option(
      names = "--seconds",
      defaultValue = "60",
      paramLabel = "S",
      description = "How long the load goes on between two steps (default: ${DEFAULT-VALUE}).")
  private double seconds;

  @Option(
      names = "--coordinators",
      defaultValue = "2",
      paramLabel = "N",
      description = "How many there are (default: ${DEFAULT-VALUE}).")
  private int coordinators;

  @Option(
      names = "--clients",
      defaultValue = "8",
      paramLabel = "N",
      description = "How many make payments (default: ${DEFAULT-VALUE}).")
  private int clients;

  @Option(
      names = "--branches",
      defaultValue = "2",
      paramLabel = "N",
      description = "How large the bank is: 100,000 accounts each (default: ${DEFAULT-VALUE}).")
  private int branches;

  @Option(
      names = "--scale",
      defaultValue = "0.1",
      paramLabel = "SF",
      description = "The scale factor of TPC-D's data (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Option(
      names = "--cpu",
      defaultValue = "0.15",
      paramLabel = "CORES",
      description = "How much of a core each node has (default: ${DEFAULT-VALUE}).")
  private double nodeCores;

  @Option(
      names = "--coordinator-cpu",
      defaultValue = "0.6",
      paramLabel = "CORES",
      description = "How much of a core the coordinators' machine has (default: ${DEFAULT-VALUE}).")
  private double coordinatorCores;

  @Option(
      names = "--dir",
      defaultValue = "argosy-growth",
      paramLabel = "DIR",
      description = "Where the clusters keep their data (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Option(
      names = "--report",
      defaultValue = "tpcd-growth",
      paramLabel = "DIR",
      description =
          "Where report.html, report.json and report.csv are written (default: ${DEFAULT-VALUE}).")
  private Path report;

  @Override
  public Integer call() throws InterruptedException {
    requireSense();
    GrowthPlan plan =
        new GrowthPlan(
            seconds,
            coordinators,
            clients,
            branches,
            scale,
            selection.queries(),
            settings.settings(),
            new Cores(nodeCores, coordinatorCores));
    Growth growth = new Growth(plan, new LocalRun(spec)::load, this::say);
    List<GrowthOutcome> outcomes = new ArrayList<>();
    int status = measure("grown", outcomes, testbed -> growth.run(testbed, sizes, drain));
    List<Integer> compared = compare ? sizes.subList(1, sizes.size()) : List.of();
    for (int size : compared) {
      if (status == 0) {
        say("a cluster that is made with %d nodes".formatted(size));
        status =
            measure("made-" + size, outcomes, testbed -> growth.run(testbed, List.of(size), false));
      }
    }
    if (!outcomes.isEmpty()) {
      // What has been measured by then is worth a report.
      write(plan, outcomes);
    }
    return status == 0 && !outcomes.stream().allMatch(GrowthOutcome::succeeded) ? 1 : status;
  }

  private void requireSense() {
    OptionBounds bounds = new OptionBounds(spec);
    bounds.scale(scale);
    bounds.require(seconds >= GrowthStep.WINDOW, "--seconds must be at least " + GrowthStep.WINDOW);
    bounds.atLeastOne("--coordinators", coordinators);
    bounds.atLeastOne("--clients", clients);
    bounds.atLeastOne("--branches", branches);
    bounds.require(
        nodeCores >= Throttles.FEWEST_CORES && coordinatorCores >= Throttles.FEWEST_CORES,
        "--cpu and --coordinator-cpu must be at least " + Throttles.FEWEST_CORES);
    bounds.require(
        sizes.getFirst() >= 1
            && sizes.getLast() <= Testbed.MOST_NODES
            && IntStream.range(1, sizes.size()).allMatch(i -> sizes.get(i - 1) < sizes.get(i)),
        "--nodes must be between 1 and %d, each larger than the one before"
            .formatted(Testbed.MOST_NODES));
    bounds.require(!drain || sizes.size() > 1, "--drain needs a node that was added");
  }

  @FunctionalInterface
  private interface Measured {
    GrowthOutcome on(Testbed testbed)
        throws ServerFailedException, IOException, InterruptedException;
  }

  private int measure(String name, List<GrowthOutcome> outcomes, Measured measured)
      throws InterruptedException {
    Path data = directory.resolve(name);
    try {
      // Data of the last time would be that of a cluster with all nodes.
      Directories.delete(data);
    } catch (IOException e) {
      say("%s cannot be emptied: %s".formatted(data, e.getMessage()));
      return 1;
    }
    return new TestbedRun(spec)
        .run(
            data,
            List.of(),
            testbed -> {
              outcomes.add(measured.on(testbed));
              return 0;
            });
  }

  private void write(GrowthPlan plan, List<GrowthOutcome> outcomes) {
    ReportWriter writer = new ReportWriter(report);
    GrowthOutcome grown = outcomes.getFirst();
    try {
      new GrowthReport(Environment.thisMachine(), plan, grown, outcomes.subList(1, outcomes.size()))
          .write(writer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "%d wrong answers of %,d; the longest payment took %s; never less than %s %% of the speed"
            + " before; %s%n",
        grown.differences().size(),
        grown.checks(),
        Numbers.seconds(grown.longestPayment()),
        Numbers.rounded(100 * grown.lowestShare()),
        writer.page());
    out.flush();
  }

  private void say(String message) {
    spec.commandLine().getErr().println(message);
    spec.commandLine().getErr().flush();
  }
}
