package io.argosy.lab.cli;

import io.argosy.lab.architecture.Architecture;
import io.argosy.lab.architecture.ArchitectureOutcome;
import io.argosy.lab.architecture.Architectures;
import io.argosy.lab.architecture.Comparison;
import io.argosy.lab.architecture.ComparisonFiles;
import io.argosy.lab.architecture.LoadedDatabase;
import io.argosy.lab.testbed.Program;
import io.argosy.lab.testbed.Testbed;
import io.argosy.tpcd.cli.LocalRun;
import io.argosy.tpcd.cli.OptionBounds;
import io.argosy.tpcd.cli.QuerySelection;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./argosy tpcd compare}: query shipping against spreading the storage. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Run the queries on several architectures, one after the other, on the same throttled"
          + " machines, each query with all caches cold, and compare times and answers.",
      "local: PostgreSQL on its own disk; remote: on another machine's; device: RAID-0 over the"
          + " nodes' disks; memory: over their memory; filesystem: GlusterFS over the nodes;"
          + " argosy: query shipping. Speed-ups are over the first. Needs root."
    })
final class CompareCommand implements Callable<Integer> {
  private static final long MEGABYTE = 1L << 20;

  @Spec private CommandSpec spec;
  @Mixin private TestbedOptions options;
  @Mixin private QuerySelection selection = new QuerySelection(QuerySet.TPCD);

  @Option(
      names = "--architectures",
      split = ",",
      defaultValue = "local,remote,device,memory,filesystem,argosy",
      paramLabel = "NAME",
      description = "Which, in this order (default: ${DEFAULT-VALUE}).")
  private List<String> names;

  @Option(
      names = "--scale",
      defaultValue = "1",
      paramLabel = "SF",
      description = "The scale factor of the data (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Option(
      names = "--placement",
      defaultValue = "two-part",
      paramLabel = "PLACEMENT",
      description = "Where Argosy keeps the tables (default: ${DEFAULT-VALUE}).")
  private Placement placement;

  @Option(
      names = "--raw-megabytes",
      defaultValue = "256",
      paramLabel = "N",
      description =
          "How much is read to find how fast the storage alone is (default: ${DEFAULT-VALUE}).")
  private int rawMegabytes;

  @Option(
      names = "--report",
      paramLabel = "DIR",
      description =
          "Also write comparison.html, comparison.json, queries.csv and throughput.csv there.")
  private Path report;

  @Override
  public Integer call() throws InterruptedException {
    List<Architecture> architectures = names.stream().map(this::architecture).toList();
    OptionBounds bounds = new OptionBounds(spec);
    bounds.scale(scale);
    bounds.atLeastOne("--raw-megabytes", rawMegabytes);
    int nodes = options.nodes();
    Comparison.Workload workload =
        new Comparison.Workload(
            selection.queries(), scale, placement, options.throttles(), rawMegabytes * MEGABYTE);
    List<Program> programs =
        architectures.stream()
            .flatMap(architecture -> architecture.programs().stream())
            .distinct()
            .toList();
    return new TestbedRun(spec)
        .run(
            options.directory(),
            programs,
            testbed -> compare(testbed, nodes, architectures, workload));
  }

  private Architecture architecture(String name) {
    return Architectures.named(name)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "There is no architecture %s, but %s."
                        .formatted(
                            name,
                            String.join(
                                ", ",
                                Architectures.all().stream().map(Architecture::name).toList()))));
  }

  private int compare(
      Testbed testbed, int nodes, List<Architecture> architectures, Comparison.Workload workload)
      throws ServerFailedException, IOException, InterruptedException {
    testbed.build(nodes);
    Comparison comparison = new Comparison(testbed, workload, new LocalRun(spec)::load, this::say);
    LoadedDatabase data = comparison.loadSingle();
    List<ArchitectureOutcome> outcomes = new ArrayList<>();
    for (Architecture architecture : architectures) {
      outcomes.add(comparison.run(architecture, data));
      if (report != null) {
        ComparisonFiles.write(report, nodes, workload, outcomes);
      }
    }
    new ComparisonTable(spec.commandLine().getOut()).print(outcomes);
    return outcomes.stream().allMatch(ArchitectureOutcome::succeeded) ? 0 : 1;
  }

  private void say(String message) {
    spec.commandLine().getErr().println(message);
    spec.commandLine().getErr().flush();
  }
}
