package io.argosy.tpcd.demo;

import io.argosy.tpcd.BenchmarkException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Starts the servers of a demonstration. What was half started is stopped again before a failure is
 * thrown.
 */
public interface DemoServers {
  /**
   * Starts a cluster, with data that a former one left in the directory.
   *
   * @param nodes how many PostgreSQL servers it has
   * @param port the port its coordinator listens to
   * @param directory where the nodes keep their data; created if it does not exist
   * @throws BenchmarkException for what the user can mend: a port in use, a directory of a cluster
   *     of another size
   */
  DemoServer startCluster(int nodes, int port, Path directory) throws IOException;

  /**
   * Starts a cluster with a web console, where there can be one; the same otherwise.
   *
   * @param console the console's port; the usual one, or any that is free, where nothing is said
   */
  default DemoServer startClusterWithConsole(
      int nodes, int port, Optional<Integer> console, Path directory) throws IOException {
    return startCluster(nodes, port, directory);
  }

  /**
   * Starts one PostgreSQL with the settings that a node has in a cluster, with data that a former
   * one left in the directory.
   *
   * @param nodes the size of that cluster
   * @param directory where it keeps its data; created if it does not exist
   */
  DemoServer startSingle(int nodes, Path directory) throws IOException;
}
