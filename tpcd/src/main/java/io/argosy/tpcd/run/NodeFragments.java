package io.argosy.tpcd.run;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs a statement on the PostgreSQL of every node at once, past any coordinator: what no
 * coordinator could do faster. Used by one thread.
 */
final class NodeFragments implements AutoCloseable {
  private final List<Server> nodes;
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("node-", 0).factory());

  private NodeFragments(List<Server> nodes) {
    this.nodes = nodes;
  }

  static NodeFragments connect(List<String> urls) throws ServerFailedException {
    NodeFragments fragments = new NodeFragments(new ArrayList<>());
    try {
      for (String url : urls) {
        fragments.nodes.add(Server.connect(url));
      }
      return fragments;
    } catch (ServerFailedException e) {
      fragments.close();
      throw e;
    }
  }

  boolean isEmpty() {
    return nodes.isEmpty();
  }

  void set(SessionSetting setting) throws ServerFailedException {
    for (Server node : nodes) {
      setting.apply(node);
    }
  }

  /** Seconds until the last node has given its last row. */
  double slowest(String sql) throws ServerFailedException, InterruptedException {
    List<Future<Double>> running = new ArrayList<>();
    for (Server node : nodes) {
      running.add(threads.submit(() -> seconds(node, sql)));
    }
    double slowest = 0;
    try {
      for (Future<Double> node : running) {
        slowest = Math.max(slowest, node.get());
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ServerFailedException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    }
    return slowest;
  }

  private static double seconds(Server node, String sql) throws ServerFailedException {
    long start = System.nanoTime();
    try (Statement statement = node.connection().createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      while (rows.next()) {
        // Having them is what counts.
      }
    } catch (SQLException e) {
      throw node.failed(e);
    }
    return (System.nanoTime() - start) / 1e9;
  }

  @Override
  public void close() throws ServerFailedException {
    threads.close();
    for (Server node : nodes) {
      node.close();
    }
  }
}
