package io.argosy.tpcd.oltp;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.HdrHistogram.Histogram;

/**
 * Clients that execute a workload at the same time, each with a connection and a thread of its own.
 * Used by one thread.
 */
public final class LoadClients implements AutoCloseable {
  private static final double UPPER_PERCENTILE = 95;
  private static final double TOP_PERCENTILE = 99;

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final List<LoadClient> clients = new ArrayList<>();
  private final ExecutorService threads;
  private volatile boolean failed;

  private LoadClients(int count) {
    threads = Executors.newFixedThreadPool(count, Thread.ofPlatform().daemon().factory());
  }

  /**
   * Connects.
   *
   * @param url JDBC URL of the server
   * @param scale that of the tables
   * @param count how many clients
   */
  public static LoadClients connect(String url, Workload workload, int scale, int count)
      throws SQLException {
    LoadClients all = new LoadClients(count);
    try {
      for (int i = 0; i < count; i++) {
        all.clients.add(LoadClient.connect(url, workload, scale));
      }
      return all;
    } catch (SQLException e) {
      all.close();
      throw e;
    }
  }

  /**
   * Lets them run, all to the same end, and measures.
   *
   * @param processes groups of processes whose processor time is wanted
   * @throws SQLException the first failure of a client; the others have been stopped
   */
  public Measurement run(Until until, List<ProcessGroup> processes)
      throws SQLException, InterruptedException {
    return run(until, processes, TransactionObserver.NONE);
  }

  /**
   * The same.
   *
   * @param observer told of each transaction
   */
  public Measurement run(Until until, List<ProcessGroup> processes, TransactionObserver observer)
      throws SQLException, InterruptedException {
    List<Double> before = processes.stream().map(ProcessGroup::seconds).toList();
    long ownBefore = SYSTEM.getProcessCpuTime();
    List<LoadClient.Done> done = execute(until, observer);
    double own = (SYSTEM.getProcessCpuTime() - ownBefore) / 1e9;
    List<Double> after = processes.stream().map(ProcessGroup::seconds).toList();
    Histogram latencies = new Histogram(done.getFirst().latencies());
    latencies.reset();
    done.forEach(each -> latencies.add(each.latencies()));
    long count = latencies.getTotalCount();
    List<Double> processorSeconds = new ArrayList<>();
    for (int i = 0; i < before.size(); i++) {
      processorSeconds.add((after.get(i) - before.get(i)) / count);
    }
    return new Measurement(
        count,
        done.stream().mapToLong(LoadClient.Done::retries).sum(),
        // Each ends with its last transaction, so that nothing of one is cut off.
        done.stream()
            .mapToDouble(each -> each.latencies().getTotalCount() * 1e9 / each.nanos())
            .sum(),
        new Measurement.Latency(
            latencies.getMean() / 1e9,
            latencies.getValueAtPercentile(UPPER_PERCENTILE) / 1e9,
            latencies.getValueAtPercentile(TOP_PERCENTILE) / 1e9),
        own / count,
        processorSeconds);
  }

  private List<LoadClient.Done> execute(Until until, TransactionObserver observer)
      throws SQLException, InterruptedException {
    List<Callable<LoadClient.Done>> tasks = new ArrayList<>();
    for (LoadClient client : clients) {
      tasks.add(() -> run(client, until, observer));
    }
    List<LoadClient.Done> done = new ArrayList<>();
    SQLException failure = null;
    for (Future<LoadClient.Done> each : threads.invokeAll(tasks)) {
      try {
        done.add(each.get());
      } catch (ExecutionException e) {
        SQLException reason =
            e.getCause() instanceof SQLException sql ? sql : new SQLException(e.getCause());
        if (failure == null) {
          failure = reason;
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
    return done;
  }

  private LoadClient.Done run(LoadClient client, Until until, TransactionObserver observer)
      throws SQLException {
    try {
      return client.run(until, () -> failed, observer);
    } catch (SQLException | RuntimeException e) {
      failed = true;
      // Others may wait for its locks.
      client.close();
      throw e;
    }
  }

  /** Closes the connections. */
  @Override
  public void close() throws SQLException {
    threads.shutdownNow();
    SQLException failure = null;
    for (LoadClient client : clients) {
      try {
        client.close();
      } catch (SQLException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
