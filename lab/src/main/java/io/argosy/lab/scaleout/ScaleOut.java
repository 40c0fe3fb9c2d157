package io.argosy.lab.scaleout;

import io.argosy.lab.testbed.ArgosyOnMachines;
import io.argosy.lab.testbed.Machine;
import io.argosy.lab.testbed.PostgresInstallation;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.Throttles;
import io.argosy.tpcd.compare.FirstAnswers;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.run.DataLoader;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.run.SessionSetting;
import io.argosy.tpcd.run.TimedAnswer;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Runs the same queries on clusters of several sizes. On each, every query is answered once without
 * throttles, so that plans, caches and programs are warm; then all machines, the coordinator's too,
 * are held to their shares of a processor. Used by one thread.
 */
public final class ScaleOut {
  private final Workload workload;
  private final DataLoader loader;
  private final Consumer<String> progress;
  private final FirstAnswers answers = new FirstAnswers();

  /**
   * What is run.
   *
   * @param scale the scale factor of the data
   * @param cores how much of a processor the machines have
   * @param settings what holds for all queries
   * @param repetitions how often each query is timed
   */
  public record Workload(
      List<Query> queries,
      double scale,
      Cores cores,
      List<SessionSetting> settings,
      int repetitions) {
    public Workload {
      queries = List.copyOf(queries);
      settings = List.copyOf(settings);
    }
  }

  /**
   * @param progress told what goes on, in words
   */
  public ScaleOut(Workload workload, DataLoader loader, Consumer<String> progress) {
    this.workload = workload;
    this.loader = loader;
    this.progress = progress;
  }

  /**
   * Measures a cluster over all nodes of a testbed. The answers of the first one are what the
   * others' are compared with.
   *
   * @param testbed the machines, built and not throttled; its directory is the cluster's own
   */
  public ClusterOutcome run(Testbed testbed, Placement placement)
      throws ServerFailedException, IOException, InterruptedException {
    int nodes = testbed.nodes().size();
    String label = "%s on %d nodes".formatted(placement, nodes);
    ArgosyOnMachines cluster =
        ArgosyOnMachines.start(testbed, PostgresInstallation.find(testbed.directory()));
    loader.load(cluster.jdbcUrl(), workload.scale(), placement, label);
    List<QueryTime> times = new ArrayList<>();
    try (Connection connection = DriverManager.getConnection(cluster.jdbcUrl())) {
      for (SessionSetting setting : workload.settings()) {
        setting.apply(connection);
      }
      progress.accept(label + ": answering every query once");
      Map<Query, Optional<String>> differences = new EnumMap<>(Query.class);
      for (Query query : workload.queries()) {
        differences.put(
            query,
            answers.difference(query, TimedAnswer.measure(connection, sql(query), 1).answer()));
      }
      testbed.throttle(Throttles.ofCores(workload.cores().node()));
      testbed.client().throttle(Throttles.ofCores(workload.cores().coordinator()));
      for (Query query : workload.queries()) {
        QueryTime time = measure(testbed, connection, query, differences.get(query));
        progress.accept("%s: query %d, %.2f s".formatted(label, query.number(), time.seconds()));
        times.add(time);
      }
    } catch (SQLException e) {
      throw new ServerFailedException(cluster.jdbcUrl(), e);
    }
    testbed.throttle(Throttles.NONE);
    testbed.stopServices();
    return new ClusterOutcome(placement, nodes, workload.cores(), times);
  }

  private QueryTime measure(
      Testbed testbed, Connection connection, Query query, Optional<String> difference)
      throws SQLException, IOException {
    double coordinatorBefore = testbed.client().cpuSeconds();
    List<Double> nodesBefore = cpuSeconds(testbed);
    TimedAnswer timed = TimedAnswer.measure(connection, sql(query), workload.repetitions());
    double coordinator = testbed.client().cpuSeconds() - coordinatorBefore;
    List<Double> nodesAfter = cpuSeconds(testbed);
    double busiest = 0;
    double all = 0;
    for (int i = 0; i < nodesAfter.size(); i++) {
      double used = nodesAfter.get(i) - nodesBefore.get(i);
      busiest = Math.max(busiest, used);
      all += used;
    }
    return new QueryTime(
        query,
        timed.seconds(),
        coordinator / workload.repetitions(),
        busiest / workload.repetitions(),
        all / workload.repetitions(),
        difference);
  }

  private static List<Double> cpuSeconds(Testbed testbed) throws IOException {
    List<Double> seconds = new ArrayList<>();
    for (Machine node : testbed.nodes()) {
      seconds.add(node.cpuSeconds());
    }
    return seconds;
  }

  private String sql(Query query) {
    return query.sql(Parameters.validation(query, workload.scale()));
  }
}
