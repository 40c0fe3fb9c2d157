package io.argosy.server.cli;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./argosy node}: the nodes of a cluster. */
@Command(
    name = "node",
    mixinStandardHelpOptions = true,
    description = "Adds nodes to a cluster, and lists them.",
    subcommands = {NodeCommand.Add.class, NodeCommand.Nodes.class})
final class NodeCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "A command is missing.");
  }

  /** What is done with a session through the coordinator. */
  private interface Work {
    void run(Connection connection, PrintWriter out) throws SQLException;
  }

  private static int run(CommandSpec spec, String url, Work work) {
    PrintWriter out = spec.commandLine().getOut();
    try (Connection connection = DriverManager.getConnection(url)) {
      work.run(connection, out);
      out.flush();
      return 0;
    } catch (SQLException e) {
      out.flush();
      PrintWriter err = spec.commandLine().getErr();
      err.println("argosy: " + SqlFailure.text(e));
      err.flush();
      return 1;
    }
  }

  /** {@code ./argosy node add}: makes servers members. */
  @Command(
      name = "add",
      mixinStandardHelpOptions = true,
      description = {
        "Makes a server a node of the cluster, while clients read and write: gives it all roles and"
            + " definitions and a copy of all reference tables. Its address is in the configuration"
            + " of every coordinator, which has been sent SIGHUP since it was written there.",
        "The node has no rows of distributed tables yet: ./argosy rebalance moves some there."
      })
  static final class Add implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
        names = "--url",
        required = true,
        paramLabel = "JDBC_URL",
        description =
            "The coordinator and the database:"
                + " jdbc:postgresql://host:port/database?user=..&password=.., with the name of a"
                + " superuser. Where it serves several databases, call this for each of them, first"
                + " for the one that its configuration names.")
    private String url;

    @Parameters(arity = "1..*", paramLabel = "NODE", description = "The nodes, in this order.")
    private List<String> nodes = new ArrayList<>();

    @Override
    public Integer call() {
      return NodeCommand.run(spec, url, this::add);
    }

    private void add(Connection connection, PrintWriter out) throws SQLException {
      try (PreparedStatement statement = connection.prepareStatement("SELECT argosy.add_node(?)")) {
        for (String node : nodes) {
          long begun = System.nanoTime();
          statement.setString(1, node);
          statement.executeQuery().close();
          for (SQLWarning told = statement.getWarnings();
              told != null;
              told = told.getNextWarning()) {
            out.println(told.getMessage());
          }
          statement.clearWarnings();
          out.printf(Locale.ROOT, "added %s in %.1f s%n", node, (System.nanoTime() - begun) / 1e9);
          out.flush();
        }
      }
      out.println("next: ./argosy rebalance gives each node its share of the rows");
    }
  }

  /** {@code ./argosy node list}: says which nodes there are, and what they have. */
  @Command(
      name = "list",
      mixinStandardHelpOptions = true,
      description = "Lists the nodes of the cluster, with how many of the 1024 slots each one has.")
  static final class Nodes implements Callable<Integer> {
    private static final String STATES =
        "SELECT n.position, n.name, (SELECT count(*) FROM argosy.slot_map m, unnest(m.owners) AS o"
            + " (owner) WHERE o.owner = n.position) AS slots FROM argosy.nodes n ORDER BY"
            + " n.position";

    @Spec private CommandSpec spec;

    @Mixin private CoordinatorUrl coordinator;

    @Override
    public Integer call() {
      return NodeCommand.run(spec, coordinator.url(), Nodes::list);
    }

    private static void list(Connection connection, PrintWriter out) throws SQLException {
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery(STATES)) {
        while (rows.next()) {
          out.printf(
              Locale.ROOT,
              "%s: %d slots%s%n",
              rows.getString("name"),
              rows.getInt("slots"),
              rows.getInt("position") == 0 ? ", home node" : "");
        }
      }
    }
  }
}
