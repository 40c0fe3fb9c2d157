package io.argosy.tpcd.cli;

import io.argosy.tpcd.data.LoadRecord;
import io.argosy.tpcd.demo.Demo;
import io.argosy.tpcd.demo.DemoServer;
import io.argosy.tpcd.demo.DemoServers;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.run.OutcomeJson;
import io.argosy.tpcd.run.PairedBenchmark;
import io.argosy.tpcd.run.PairedOutcome;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.run.SessionSetting;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Times Argosy against another PostgreSQL, query by query in turn. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description = {
      "Time the queries on Argosy and on another PostgreSQL in turn, after some executions of each"
          + " to warm up, and show the medians, their ratio and whether the answers are the same.",
      "Without --url a cluster is started on this machine and loaded; with --against single, so is"
          + " one PostgreSQL with the same version and settings. A server that runs already has the"
          + " data.",
      "For a query that all nodes answer for their own rows, the column \"to fragment\" is Argosy's"
          + " time by that of the slowest node when the shipped statement runs on all nodes at once"
          + " without Argosy.",
      "Exits with 1 if a query fails or an answer differs."
    })
final class BenchCommand implements Callable<Integer> {
  private final DemoServers servers;

  @Spec private CommandSpec spec;

  @Option(
      names = "--scale",
      paramLabel = "SF",
      description =
          "The scale factor to load (default: 1; with --url, what tpcd load wrote down there).")
  private Double scale;

  @Mixin private ComparedServers compared;

  @Option(
      names = "--node",
      paramLabel = "JDBC_URL",
      description =
          "With --url: the PostgreSQL of one node, given for every node, to time fragments on.")
  private List<String> nodeUrls = List.of();

  @Option(
      names = "--placement",
      defaultValue = "two-part",
      paramLabel = "PLACEMENT",
      description =
          "Where that cluster keeps the tables: two-part, one-part or all-part; tpcd load explains"
              + " them (default: ${DEFAULT-VALUE}).")
  private Placement placement;

  @Option(
      names = "--dir",
      paramLabel = "DIR",
      description = "Keep the data here for the next time (default: it is deleted at the end).")
  private Path directory;

  @Mixin private QuerySelection selection = new QuerySelection(QuerySet.TPCH);
  @Mixin private SettingsOption settings = new SettingsOption();

  @Option(
      names = "--repeat",
      defaultValue = "5",
      paramLabel = "N",
      description = "How often each query is timed on each server (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--warm-up",
      defaultValue = "3",
      paramLabel = "N",
      description =
          "How often each query is executed on each server before it is timed (default:"
              + " ${DEFAULT-VALUE}).")
  private int warmUps;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the outcomes to this file, as JSON.")
  private Path json;

  /** A benchmark on the servers that the given object starts. */
  BenchCommand(DemoServers servers) {
    this.servers = servers;
  }

  @Override
  public Integer call() throws IOException {
    List<Query> queries = selection.queries();
    List<SessionSetting> chosen = settings.settings();
    OptionBounds bounds = new OptionBounds(spec);
    bounds.atLeastOne("--repeat", repetitions);
    bounds.atLeastOne("--warm-up", warmUps);
    if (scale != null) {
      bounds.scale(scale);
    }
    bounds.require(placement != Placement.NONE, "--placement none is no placement for a cluster");
    LocalRun local = new LocalRun(spec);
    return local.run(
        servers, Optional.ofNullable(directory), demo -> run(demo, local, queries, chosen));
  }

  private int run(Demo demo, LocalRun local, List<Query> queries, List<SessionSetting> chosen)
      throws ServerFailedException, IOException, InterruptedException {
    Optional<String> given = compared.url();
    double knownScale = scale != null ? scale : given.isEmpty() ? 1 : recordedScale(given.get());
    String argosy;
    List<String> argosyNodes;
    if (given.isPresent()) {
      argosy = given.get();
      argosyNodes = nodeUrls;
    } else {
      say("starting a cluster of %d nodes ...", compared.nodes());
      DemoServer cluster = compared.startCluster(demo);
      argosy = cluster.jdbcUrl();
      argosyNodes = cluster.nodeUrls();
      local.load(argosy, knownScale, placement, "cluster");
    }
    Optional<String> against = compared.against();
    String other;
    if (against.isPresent()) {
      other = against.get();
    } else {
      say("starting one PostgreSQL ...");
      other = demo.startSingle(compared.nodes()).jdbcUrl();
      local.load(other, knownScale, Placement.NONE, "one PostgreSQL");
    }
    PairedRun timed =
        new PairedRun(
            new PairedBenchmark.Servers(argosy, other, argosyNodes, chosen),
            query -> Parameters.validation(query, knownScale),
            new PairedBenchmark.Executions(warmUps, repetitions),
            this::writeJson);
    return timed.run(queries, new BenchTable(spec.commandLine().getOut())) ? 0 : 1;
  }

  private double recordedScale(String url) throws ServerFailedException {
    try (Connection connection = DriverManager.getConnection(url)) {
      return LoadRecord.read(connection)
          .map(LoadRecord::scale)
          .orElseThrow(
              () ->
                  new ParameterException(
                      spec.commandLine(),
                      Failures.withoutPassword(url)
                          + " has no finished load of TPC-D; say the scale of its data: --scale"));
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }

  private void say(String format, Object... arguments) {
    spec.commandLine().getErr().printf(format + "%n", arguments);
    spec.commandLine().getErr().flush();
  }

  private void writeJson(List<PairedOutcome> outcomes) throws IOException {
    if (json != null) {
      OutcomeJson.writePaired(json, outcomes);
    }
  }
}
