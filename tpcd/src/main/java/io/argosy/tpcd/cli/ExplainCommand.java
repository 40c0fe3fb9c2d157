package io.argosy.tpcd.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.run.QueryResources;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where does the time of the queries go? */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Run the queries of TPC-D or TPC-H on a loaded Argosy and tell where the time of each went:"
          + " processors, waiting for one, disks, network, coordinator; and what limits it.",
      "The execution with the median time counts. Exits with 1 if a query fails."
    })
final class ExplainCommand implements Callable<Integer> {
  private static final String SYNTAX_ERROR = "42601";

  @Spec private CommandSpec spec;

  @Mixin private ServerOption server;

  @Mixin private QuerySelection selection = new QuerySelection(QuerySet.TPCD);

  @Mixin private ScaleOption scale;

  @Option(
      names = "--repeat",
      defaultValue = "3",
      paramLabel = "N",
      description = "Execute each query N times (default: 3).")
  private int repetitions;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write all that is known to this file, as JSON.")
  private Path json;

  @Override
  public Integer call() {
    List<Query> queries = selection.queries();
    new OptionBounds(spec).atLeastOne("--repeat", repetitions);
    PrintWriter err = spec.commandLine().getErr();
    try (Connection connection = server.connect()) {
      Optional<Double> known = scale.known(server);
      if (known.isEmpty()) {
        err.println(Failures.notLoaded(server.url()));
        return 1;
      }
      return explain(connection, queries, known.get());
    } catch (SQLException e) {
      err.println(
          SYNTAX_ERROR.equals(e.getSQLState())
              ? "the server is not Argosy: it has no EXPLAIN (RESOURCES)"
              : Failures.describe(server.url(), e));
      return 1;
    } catch (IOException e) {
      err.println("cannot write " + json + ": " + e.getMessage());
      return 1;
    }
  }

  private int explain(Connection connection, List<Query> queries, double knownScale)
      throws SQLException, IOException {
    ResourceTable table = new ResourceTable(spec.commandLine().getOut());
    List<QueryResources> all = new ArrayList<>();
    ArrayNode trees = new ObjectMapper().createArrayNode();
    table.header();
    for (Query query : queries) {
      try {
        String sql = query.sql(Parameters.validation(query, knownScale));
        QueryResources used = QueryResources.analyze(connection, sql, repetitions);
        table.row(query.number(), used);
        all.add(used);
        trees.addObject().put("query", query.number()).set("explanation", used.tree());
      } catch (SQLException e) {
        if (SYNTAX_ERROR.equals(e.getSQLState()) || connection.isClosed()) {
          throw e;
        }
        table.failed(query.number(), Failures.describe(server.url(), e));
      }
    }
    table.footer(all);
    if (json != null) {
      new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(json.toFile(), trees);
    }
    return all.size() == queries.size() ? 0 : 1;
  }
}
