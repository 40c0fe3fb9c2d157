package io.argosy.lab.explanation;

import io.argosy.lab.testbed.ArgosyOnMachines;
import io.argosy.lab.testbed.PostgresInstallation;
import io.argosy.lab.testbed.PostgresOnMachine;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.Throttles;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.run.DataLoader;
import io.argosy.tpcd.run.QueryResources;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.run.SessionSetting;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Runs queries on clusters whose machines are held to little, and has Argosy explain each. Used by
 * one thread.
 */
public final class Explanations {
  /** So often runs each query before it is timed. */
  private static final int WARM_UPS = 5;

  private static final Placement PLACEMENT = Placement.TWO_PART;

  /** Which tables that placement divides. */
  private static final Set<String> DIVIDED = Set.of("orders", "lineitem");

  private final Workload workload;
  private final DataLoader loader;
  private final Consumer<String> progress;

  /**
   * What is run.
   *
   * @param scale the scale factor of the data
   * @param settings what holds for all queries
   * @param repetitions how often each query is timed with warm caches; with cold ones it is once
   */
  public record Workload(
      List<Query> queries, double scale, List<SessionSetting> settings, int repetitions) {
    public Workload {
      queries = List.copyOf(queries);
      settings = List.copyOf(settings);
    }
  }

  /**
   * @param progress told what goes on, in words
   */
  public Explanations(Workload workload, DataLoader loader, Consumer<String> progress) {
    this.workload = workload;
    this.loader = loader;
    this.progress = progress;
  }

  /**
   * Runs all queries on a cluster over all nodes of a testbed.
   *
   * @param testbed the machines, built and not throttled; its directory is the cluster's own
   * @param all how fast they are to be, one after the other; all with that many nodes
   */
  public List<ExplainedCluster> run(Testbed testbed, List<Hardware> all)
      throws ServerFailedException, IOException, InterruptedException {
    ArgosyOnMachines cluster =
        ArgosyOnMachines.start(testbed, PostgresInstallation.find(testbed.directory()));
    loader.load(
        cluster.jdbcUrl(),
        workload.scale(),
        PLACEMENT,
        "%d nodes".formatted(testbed.nodes().size()));
    List<ExplainedCluster> explained = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(cluster.jdbcUrl())) {
      for (SessionSetting setting : workload.settings()) {
        setting.apply(connection);
      }
      Map<Query, Map<String, Double>> fixed = fixedWork(cluster, connection);
      warmUp(connection);
      for (boolean cold : List.of(false, true)) {
        List<Hardware> alike =
            all.stream().filter(hardware -> hardware.disk().isPresent() == cold).toList();
        explained.addAll(run(testbed, cluster, connection, alike, fixed));
      }
    } catch (SQLException e) {
      throw new ServerFailedException(cluster.jdbcUrl(), e);
    }
    testbed.stopServices();
    return explained;
  }

  /** What of the queries is the same on any number of nodes. */
  private Map<Query, Map<String, Double>> fixedWork(ArgosyOnMachines cluster, Connection connection)
      throws SQLException {
    Map<Query, Map<String, Double>> fixed = new EnumMap<>(Query.class);
    FixedWork work = new FixedWork(DIVIDED);
    try (Connection node = DriverManager.getConnection(cluster.nodes().getFirst().jdbcUrl())) {
      for (SessionSetting setting : workload.settings()) {
        if (!setting.toString().startsWith("argosy.")) {
          setting.apply(node);
        }
      }
      for (Query query : workload.queries()) {
        QueryResources first = QueryResources.analyze(connection, sql(query), 1);
        fixed.put(query, work.shares(first.tree(), node));
        progress.accept("query %d: %s".formatted(query.number(), fixed.get(query)));
      }
    }
    return fixed;
  }

  /** So that plans, caches and compiled programs are there. */
  private void warmUp(Connection connection) throws SQLException {
    for (int i = 1; i <= WARM_UPS; i++) {
      for (Query query : workload.queries()) {
        QueryResources.analyze(connection, sql(query), 1);
      }
      progress.accept("all queries ran %d of %d times".formatted(i, WARM_UPS));
    }
  }

  /**
   * Each query on all machines at once, in rounds: what this machine is worth differs from hour to
   * hour, and what disturbs it lasts for minutes.
   */
  private List<ExplainedCluster> run(
      Testbed testbed,
      ArgosyOnMachines cluster,
      Connection connection,
      List<Hardware> all,
      Map<Query, Map<String, Double>> fixed)
      throws SQLException, IOException, InterruptedException {
    Map<Hardware, Double> standardWork = standardWork(testbed, cluster, all);
    Map<Hardware, Map<Query, List<QueryResources>>> executions = new LinkedHashMap<>();
    all.forEach(hardware -> executions.put(hardware, new EnumMap<>(Query.class)));
    boolean cold = all.stream().anyMatch(hardware -> hardware.disk().isPresent());
    int rounds = cold ? 1 : workload.repetitions();
    for (int round = 1; round <= rounds; round++) {
      for (Query query : workload.queries()) {
        for (Hardware hardware : all) {
          if (cold) {
            dropCaches(testbed, cluster);
          }
          throttle(testbed, hardware);
          QueryResources resources = QueryResources.analyze(connection, sql(query), 1);
          progress.accept(
              "round %d of %d, query %d, %s: %.2f s, limited by %s"
                  .formatted(
                      round,
                      rounds,
                      query.number(),
                      hardware,
                      resources.milliseconds() / 1000,
                      resources.limit()));
          executions
              .get(hardware)
              .computeIfAbsent(query, ignored -> new ArrayList<>())
              .add(resources);
        }
      }
    }
    testbed.throttle(Throttles.NONE);
    List<ExplainedCluster> explained = new ArrayList<>();
    executions.forEach(
        (hardware, queries) ->
            explained.add(
                new ExplainedCluster(
                    hardware,
                    standardWork.get(hardware),
                    queries.entrySet().stream()
                        .map(
                            each ->
                                new ExplainedQuery(
                                    each.getKey(),
                                    QueryResources.median(each.getValue()),
                                    fixed.get(each.getKey())))
                        .toList())));
    return explained;
  }

  /** What the processor time of the nodes is worth on all machines. */
  private Map<Hardware, Double> standardWork(
      Testbed testbed, ArgosyOnMachines cluster, List<Hardware> all)
      throws SQLException, IOException, InterruptedException {
    Map<Hardware, Double> work = new HashMap<>();
    for (Hardware hardware : all) {
      throttle(testbed, hardware);
      double milliseconds = StandardWork.milliseconds(cluster.nodes());
      progress.accept(
          "%s: the same work takes %.0f ms of a processor".formatted(hardware, milliseconds));
      work.put(hardware, milliseconds);
    }
    return work;
  }

  private static void dropCaches(Testbed testbed, ArgosyOnMachines cluster)
      throws SQLException, IOException, InterruptedException {
    testbed.throttle(Throttles.NONE);
    for (PostgresOnMachine node : cluster.nodes()) {
      node.dropCache();
    }
    testbed.dropCaches();
  }

  private static void throttle(Testbed testbed, Hardware hardware)
      throws IOException, InterruptedException {
    testbed.throttle(hardware.ofNode());
    testbed.client().throttle(hardware.ofCoordinator());
  }

  private String sql(Query query) {
    return query.sql(Parameters.validation(query, workload.scale()));
  }
}
