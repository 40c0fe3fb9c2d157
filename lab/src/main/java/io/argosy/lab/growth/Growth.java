package io.argosy.lab.growth;

import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.Throttles;
import io.argosy.server.cli.Main;
import io.argosy.tpcd.compare.FirstAnswers;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.oltp.BankTables;
import io.argosy.tpcd.oltp.Workload;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.run.DataLoader;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Lets clusters grow, and shrink, under load. Used by one thread. */
public final class Growth {
  private static final Duration LONGEST_STEP = Duration.ofMillis(300);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** Of the time between two steps: before anything counts. */
  private static final double WARM_UP = 0.5;

  private final GrowthPlan plan;
  private final DataLoader loader;
  private final Consumer<String> progress;
  private final FirstAnswers answers = new FirstAnswers();

  /**
   * @param progress told what goes on, in words
   */
  public Growth(GrowthPlan plan, DataLoader loader, Consumer<String> progress) {
    this.plan = plan;
    this.loader = loader;
    this.progress = progress;
  }

  /** A step of its own, on a cluster with load. */
  @FunctionalInterface
  private interface Change {
    /** Does it through the coordinator at a URL; gives what is to be said of it. */
    String make(String url) throws ServerFailedException;
  }

  /**
   * Lets one cluster have several sizes.
   *
   * @param testbed claimed, and not built; its directory is empty
   * @param sizes how many nodes it has, one after the other, more each time
   * @param drains whether the node that was added first gives its rows back at the end
   */
  public GrowthOutcome run(Testbed testbed, List<Integer> sizes, boolean drains)
      throws ServerFailedException, IOException, InterruptedException {
    GrowingCluster cluster = prepare(testbed, sizes.getLast(), sizes.getFirst());
    List<GrowthStep> steps = new ArrayList<>();
    RunningLoad running = RunningLoad.start(cluster.urls(), plan, answers);
    try (RunningLoad load = running) {
      load.goOn(WARM_UP * plan.seconds());
      int nodes = sizes.getFirst();
      steps.add(hold(load, cluster, nodes, nodes));
      for (int size : sizes.subList(1, sizes.size())) {
        for (int number = nodes + 1; number <= size; number++) {
          String node = cluster.node(number);
          steps.add(change(load, cluster, node + " joins", nodes, url -> join(url, node)));
        }
        nodes = size;
        steps.add(
            change(
                load,
                cluster,
                "rows move to %d nodes".formatted(nodes),
                nodes,
                url -> rebalance(url, Optional.empty())));
        steps.add(hold(load, cluster, nodes, nodes));
      }
      if (drains) {
        String first = cluster.node(sizes.getFirst() + 1);
        steps.add(
            change(
                load,
                cluster,
                first + " is drained",
                nodes - 1,
                url -> rebalance(url, Optional.of(first))));
        steps.add(hold(load, cluster, nodes, nodes - 1));
      }
    }
    return ended(testbed, running, steps);
  }

  /** Payments that began before the end of a step may have ended behind it. */
  private static GrowthOutcome ended(Testbed testbed, RunningLoad load, List<GrowthStep> steps)
      throws ServerFailedException, IOException, InterruptedException {
    load.requireRunning();
    testbed.throttle(Throttles.NONE);
    testbed.stopServices();
    LoadTrace trace = load.trace();
    return new GrowthOutcome(
        steps.stream().map(step -> step.asTold(trace)).toList(),
        trace.rates(0, steps.getLast().end(), 1),
        trace.checks(),
        trace.retries(),
        trace.differences());
  }

  private GrowingCluster prepare(Testbed testbed, int machines, int members)
      throws ServerFailedException, IOException, InterruptedException {
    testbed.build(machines);
    GrowingCluster cluster = GrowingCluster.start(testbed, members, plan.coordinators());
    String url = cluster.urls().getFirst();
    String label = "%d nodes".formatted(members);
    loader.load(url, plan.scale(), Placement.TWO_PART, label);
    progress.accept(label + ": loading the bank");
    new BankTables(url, plan.branches(), Workload.parse("tpc-b")).ensure(false, LoadProgress.NONE);
    testbed.throttle(Throttles.ofCores(plan.cores().node()));
    testbed.client().throttle(Throttles.ofCores(plan.cores().coordinator()));
    return cluster;
  }

  private GrowthStep hold(RunningLoad load, GrowingCluster cluster, int members, int nodes)
      throws ServerFailedException, InterruptedException {
    double start = load.trace().now();
    load.goOn(plan.seconds());
    return finished(
        GrowthStep.of(
            nodes == 1 ? "1 node" : nodes + " nodes",
            "",
            false,
            nodes,
            start,
            load.trace().now(),
            load.trace(),
            shares(cluster, members, nodes)));
  }

  /** Of the nodes that have rows. */
  private static List<Double> shares(GrowingCluster cluster, int members, int nodes)
      throws ServerFailedException {
    try {
      List<Long> rows = cluster.rows(members);
      double even = rows.stream().mapToLong(Long::longValue).sum() / (double) nodes;
      return rows.stream().filter(count -> count > 0).map(count -> count / even).toList();
    } catch (SQLException e) {
      throw new ServerFailedException(cluster.urls().getFirst(), e);
    }
  }

  private GrowthStep change(
      RunningLoad load, GrowingCluster cluster, String name, int nodes, Change change)
      throws ServerFailedException {
    String url = cluster.urls().getFirst();
    double start = load.trace().now();
    String detail = change.make(url);
    load.requireRunning();
    return finished(
        GrowthStep.of(
            name, detail, true, nodes, start, load.trace().now(), load.trace(), List.of()));
  }

  private GrowthStep finished(GrowthStep step) {
    progress.accept(
        "%s: %s; %s payments/s, the longest %s%s"
            .formatted(
                step.name(),
                Numbers.seconds(step.seconds()),
                Numbers.rounded(step.payments()),
                Numbers.seconds(step.longestPayment()),
                step.detail().isEmpty() ? "" : "; " + step.detail()));
    return step;
  }

  private static String join(String url, String node) throws ServerFailedException {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement statement = connection.prepareStatement("SELECT argosy.add_node(?)")) {
      statement.setString(1, node);
      statement.execute();
      List<String> said = new ArrayList<>();
      for (SQLWarning notice = statement.getWarnings();
          notice != null;
          notice = notice.getNextWarning()) {
        said.add(notice.getMessage());
      }
      return said.stream().collect(Collectors.joining("; "));
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }

  private static String rebalance(String url, Optional<String> drained)
      throws ServerFailedException {
    List<String> words =
        new ArrayList<>(
            List.of(
                "rebalance",
                "--url",
                url,
                "--longest-step",
                Long.toString(LONGEST_STEP.toMillis()),
                "--patience",
                Long.toString(PATIENCE.toSeconds())));
    drained.ifPresent(node -> words.addAll(List.of("--drain", node)));
    StringWriter said = new StringWriter();
    StringWriter failures = new StringWriter();
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(said, true))
            .setErr(new PrintWriter(failures, true))
            .execute(words.toArray(String[]::new));
    if (status != 0) {
      throw new ServerFailedException(url, new SQLException(failures.toString().strip()));
    }
    return said.toString().lines().findFirst().orElse("");
  }
}
