package io.argosy.lab.cli;

import io.argosy.agent.embedded.EmbeddedNodes;
import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.lab.model.Delivery;
import io.argosy.lab.model.MeasuredRates;
import io.argosy.lab.model.ModelledArchitecture;
import io.argosy.lab.model.Prediction;
import io.argosy.lab.model.ProcessorShares;
import io.argosy.lab.model.QueryBenchmarks;
import io.argosy.lab.model.ShippingBenchmark;
import io.argosy.lab.model.SpeedBenchmarks;
import io.argosy.lab.model.Speeds;
import io.argosy.lab.model.Work;
import io.argosy.lab.testbed.DataRate;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.Throttles;
import io.argosy.tpcd.cli.Failures;
import io.argosy.tpcd.cli.LocalRun;
import io.argosy.tpcd.cli.OptionBounds;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./argosy tpcd model}: what the architectures can reach, computed. */
@Command(
    name = "model",
    mixinStandardHelpOptions = true,
    description = {
      "Compute the highest throughput of each architecture with the data-stream model of Rauch and"
          + " Stricker, from the speeds of this machine's parts, which short benchmarks measure, or"
          + " the throttles that are given instead.",
      "A query that finds a maximum and one that sorts bracket what a database does with the data."
          + " Then the same with more nodes and faster parts."
    })
final class ModelCommand implements Callable<Integer> {
  private static final double MEGABYTE = 1e6;
  private static final DataRate USUAL_LINK = DataRate.parse("1gbit");
  private static final List<Integer> NODES = List.of(1, 2, 3, 4, 6, 8, 16, 32);
  private static final double FASTER = 4;
  private static final double SHIPPING_SCALE = 0.1;
  private static final double SHIPPING_SECONDS = 3;

  @Spec private CommandSpec spec;
  @Mixin private TestbedOptions options;

  @Option(
      names = "--scale",
      defaultValue = "1",
      paramLabel = "SF",
      description =
          "The scale factor of the data that the two queries are measured with: a sort of more rows"
              + " takes longer for each (default: ${DEFAULT-VALUE}).")
  private double scale;

  @Option(
      names = "--comparison",
      paramLabel = "FILE",
      description =
          "A comparison.json of ./argosy tpcd compare with the same throttles, to show what was"
              + " measured beside what is computed.")
  private Path comparison;

  @Override
  public Integer call() throws IOException, InterruptedException {
    new OptionBounds(spec).scale(scale);
    int nodes = options.nodes();
    Throttles throttles = options.throttles();
    MeasuredRates measured =
        comparison == null ? MeasuredRates.NONE : MeasuredRates.read(comparison);
    if (throttles.cores().isEmpty()) {
      return model(nodes, throttles, measured, ProcessorShares.UNLIMITED);
    }
    List<String> missing = Testbed.missing(List.of());
    if (!missing.isEmpty()) {
      PrintWriter err = spec.commandLine().getErr();
      err.println(
          "What the processor does is measured without the throttle of --cpu, and comes out too"
              + " fast by a fifth or so, as this is missing here:");
      missing.forEach(what -> err.println("  " + what));
      err.flush();
      return model(nodes, throttles, measured, ProcessorShares.UNLIMITED);
    }
    return new TestbedRun(spec)
        .run(
            options.directory(),
            List.of(),
            testbed -> {
              testbed.build(ShippingBenchmark.NODES);
              testbed.throttle(
                  new Throttles(throttles.cores(), Optional.empty(), Optional.empty()));
              return model(nodes, throttles, measured, ProcessorShares.of(testbed));
            });
  }

  private int model(int nodes, Throttles throttles, MeasuredRates measured, ProcessorShares shares)
      throws IOException, InterruptedException {
    try {
      Path directory = Files.createDirectories(options.directory());
      DataRate link = throttles.network().orElse(USUAL_LINK);
      Speeds speeds =
          throttled(SpeedBenchmarks.measure(directory, link.bytesPerSecond(), shares), throttles);
      List<Work> queries = queries(directory, shares, speeds.copy());
      printParts(speeds, queries);
      printPredictions(speeds, queries, nodes, measured);
      for (Work query : queries) {
        printMoreNodes(speeds, query);
      }
      printFasterParts(speeds, queries, nodes);
      return 0;
    } catch (ServerFailedException e) {
      spec.commandLine().getErr().println(Failures.describe(e));
      return 1;
    }
  }

  private static Speeds throttled(Speeds speeds, Throttles throttles) {
    return new Speeds(
        throttles.disk().map(rate -> (double) rate.bytesPerSecond()).orElse(speeds.disk()),
        speeds.link(),
        speeds.memory(),
        throttles.cores().orElse(speeds.cores()),
        speeds.diskTransfer(),
        speeds.copy(),
        speeds.send(),
        speeds.receive(),
        speeds.deviceServer(),
        speeds.deviceCache());
  }

  private List<Work> queries(Path directory, ProcessorShares shares, double copy)
      throws ServerFailedException, IOException, InterruptedException {
    LocalRun run = new LocalRun(spec);
    Delivery delivery =
        new ShippingBenchmark(SHIPPING_SECONDS, shares)
            .measure(directory.resolve("shipping"), Math.min(scale, SHIPPING_SCALE), run::load);
    try (EmbeddedServer server =
        EmbeddedServer.start(directory.resolve("model"), EmbeddedNodes.settings(options.nodes()))) {
      String url = server.jdbcUrl() + "?user=postgres";
      run.load(url, scale, Placement.NONE, "model");
      try {
        return QueryBenchmarks.measure(url, shares, copy, delivery);
      } catch (SQLException e) {
        throw new ServerFailedException(url, e);
      }
    }
  }

  private void printParts(Speeds speeds, List<Work> queries) {
    part("disk", speeds.disk());
    part("link", speeds.link());
    part("memory", speeds.memory());
    part("processor: from the disk", speeds.diskTransfer());
    part("processor: copy", speeds.copy());
    part("processor: send", speeds.send());
    part("processor: receive", speeds.receive());
    part("processor: device's server", speeds.deviceServer());
    part("processor: device's cache", speeds.deviceCache());
    for (Work query : queries) {
      part("processor: " + query.name(), query.speed());
      if (query.afterwards() < Double.POSITIVE_INFINITY) {
        part("processor: " + query.name() + ", then", query.afterwards());
      }
      Delivery delivery = query.delivery();
      if (delivery.compressionFactor() < Double.POSITIVE_INFINITY) {
        part("processor: its result, put out", delivery.output());
        part("processor: agent", delivery.agent());
        part("processor: coordinator", delivery.coordinator());
        number("bytes read for one of it", delivery.compressionFactor());
      }
    }
    number("processors", speeds.cores());
    out().flush();
  }

  private void number(String name, double value) {
    out().printf(Locale.ROOT, "%-32s%10.2f%n", name, value);
  }

  private void part(String name, double bytesPerSecond) {
    out().printf(Locale.ROOT, "%-32s%10.1f MB/s%n", name, bytesPerSecond / MEGABYTE);
  }

  private void printPredictions(
      Speeds speeds, List<Work> queries, int nodes, MeasuredRates measured) {
    List<Work> works = new ArrayList<>(List.of(Work.RAW));
    works.addAll(queries);
    for (Work work : works) {
      out()
          .printf(
              "%n%-24s%12s%12s%12s  %s%n",
              work.name() + ", %d nodes:".formatted(nodes),
              "MB/s",
              "measured",
              "by it, %",
              "what limits it");
      for (ModelledArchitecture architecture : ModelledArchitecture.values()) {
        Prediction prediction = architecture.predict(speeds, work, nodes);
        OptionalDouble seen = measured.of(architecture, work);
        out()
            .printf(
                "%-24s%12s%12s%12s  %s's %s%n",
                architecture,
                megabytes(prediction.throughput()),
                seen.isPresent() ? megabytes(seen.getAsDouble()) : "-",
                seen.isPresent() ? percent(prediction.throughput() / seen.getAsDouble()) : "-",
                prediction.limit().node(),
                prediction.limit().resource());
      }
    }
    out().flush();
  }

  private static String percent(double ratio) {
    return String.format(Locale.ROOT, "%+.0f", (ratio - 1) * 100);
  }

  private void printMoreNodes(Speeds speeds, Work query) {
    out().printf("%n%-24s", query.name() + ", MB/s, nodes:");
    NODES.forEach(count -> out().printf("%9d", count));
    out().println();
    for (ModelledArchitecture architecture : ModelledArchitecture.values()) {
      out().printf("%-24s", architecture);
      for (int count : NODES) {
        out().printf("%9s", megabytes(architecture.predict(speeds, query, count).throughput()));
      }
      out().println();
    }
    out().flush();
  }

  private void printFasterParts(Speeds speeds, List<Work> queries, int nodes) {
    Work query = queries.getFirst();
    out()
        .printf(
            "%n%-24s%12s%12s%12s%12s%n",
            query.name() + ", MB/s, 4 times:", "as it is", "disk", "network", "processor");
    for (ModelledArchitecture architecture : ModelledArchitecture.values()) {
      out()
          .printf(
              "%-24s%12s%12s%12s%12s%n",
              architecture,
              megabytes(architecture.predict(speeds, query, nodes).throughput()),
              megabytes(
                  architecture.predict(speeds.scaled(FASTER, 1, 1), query, nodes).throughput()),
              megabytes(
                  architecture.predict(speeds.scaled(1, FASTER, 1), query, nodes).throughput()),
              megabytes(
                  architecture
                      .predict(speeds.scaled(1, 1, FASTER), query.scaled(FASTER), nodes)
                      .throughput()));
    }
    out().flush();
  }

  private static String megabytes(double bytesPerSecond) {
    return String.format(Locale.ROOT, "%.1f", bytesPerSecond / MEGABYTE);
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
