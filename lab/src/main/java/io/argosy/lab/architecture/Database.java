package io.argosy.lab.architecture;

import io.argosy.lab.model.StreamQuery;
import io.argosy.lab.testbed.Machine;
import io.argosy.lab.testbed.PostgresOnMachine;
import io.argosy.lab.testbed.Testbed;
import io.argosy.tpcd.run.ServerFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * An architecture that runs.
 *
 * @param jdbcUrl where clients connect
 * @param servers its PostgreSQL servers
 * @param storage where its servers keep their data
 */
public record Database(
    String jdbcUrl, List<PostgresOnMachine> servers, List<StorageDirectory> storage) {
  public Database {
    servers = List.copyOf(servers);
    storage = List.copyOf(storage);
  }

  /**
   * A directory on an architecture's storage.
   *
   * @param machine the machine that reads it
   * @param directory the directory
   */
  public record StorageDirectory(Machine machine, Path directory) {}

  /** How much the queries of the model read, over all servers. */
  long streamBytes() throws ServerFailedException {
    long bytes = 0;
    for (PostgresOnMachine server : servers) {
      try (Connection connection = DriverManager.getConnection(server.jdbcUrl());
          Statement statement = connection.createStatement()) {
        bytes += StreamQuery.tableBytes(statement);
      } catch (SQLException e) {
        throw new ServerFailedException(server.jdbcUrl(), e);
      }
    }
    return bytes;
  }

  /** Empties the servers' caches, then those of every file system and block device. */
  public void dropCaches(Testbed testbed)
      throws ServerFailedException, IOException, InterruptedException {
    for (PostgresOnMachine server : servers) {
      try {
        server.dropCache();
      } catch (SQLException e) {
        throw new ServerFailedException(server.jdbcUrl(), e);
      }
    }
    testbed.dropCaches();
  }
}
