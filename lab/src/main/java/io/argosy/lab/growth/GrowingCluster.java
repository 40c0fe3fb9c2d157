package io.argosy.lab.growth;

import io.argosy.lab.testbed.CoordinatorOnMachine;
import io.argosy.lab.testbed.NodesOnMachines;
import io.argosy.lab.testbed.PostgresInstallation;
import io.argosy.lab.testbed.PostgresOnMachine;
import io.argosy.lab.testbed.Testbed;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Servers on all machines of a testbed, some of which are the nodes of a cluster. */
final class GrowingCluster {
  private static final String ROWS = "SELECT count(*) FROM pgbench_accounts";

  private final NodesOnMachines nodes;
  private final List<String> urls;

  private GrowingCluster(NodesOnMachines nodes, List<String> urls) {
    this.nodes = nodes;
    this.urls = urls;
  }

  /**
   * Starts the servers, and coordinators that know all of them.
   *
   * @param members how many are nodes at first
   * @param coordinators how many coordinators
   */
  static GrowingCluster start(Testbed testbed, int members, int coordinators)
      throws IOException, InterruptedException {
    NodesOnMachines nodes =
        NodesOnMachines.start(testbed, PostgresInstallation.find(testbed.directory()));
    Map<String, String> first = new LinkedHashMap<>();
    nodes.agents().entrySet().stream()
        .limit(members)
        .forEach(agent -> first.put(agent.getKey(), agent.getValue()));
    // Those that the first start finds in the configuration become the cluster.
    CoordinatorOnMachine.start(testbed, 0, first).service().close();
    List<String> urls = new ArrayList<>();
    for (int i = 0; i < coordinators; i++) {
      urls.add(CoordinatorOnMachine.start(testbed, i, nodes.agents()).jdbcUrl());
    }
    return new GrowingCluster(nodes, List.copyOf(urls));
  }

  /** The URLs of the coordinators. */
  List<String> urls() {
    return urls;
  }

  /** The name of a node, by its number from 1. */
  String node(int number) {
    return List.copyOf(nodes.agents().keySet()).get(number - 1);
  }

  /**
   * How many accounts each of the first servers has.
   *
   * @param servers how many are asked
   */
  List<Long> rows(int servers) throws SQLException {
    List<Long> rows = new ArrayList<>();
    for (PostgresOnMachine server : nodes.servers().subList(0, servers)) {
      try (Connection connection = DriverManager.getConnection(server.jdbcUrl());
          Statement statement = connection.createStatement();
          ResultSet count = statement.executeQuery(ROWS)) {
        count.next();
        rows.add(count.getLong(1));
      }
    }
    return rows;
  }
}
