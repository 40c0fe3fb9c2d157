package io.argosy.tpcd.cli;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.schema.Placement;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Creates, places and loads the tables on one server. */
@Command(
    name = "load",
    mixinStandardHelpOptions = true,
    description = {
      "Create the eight TPC-D tables on a server and load generated data.",
      "A scale factor of 1 is about a gigabyte. The server may be a PostgreSQL, an Argosy"
          + " coordinator, or anything else that speaks PostgreSQL's protocol and knows COPY."
    })
final class LoadCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ServerOption server;

  @Option(
      names = "--scale",
      required = true,
      paramLabel = "SF",
      description = "The scale factor, from 0.001.")
  private double scale;

  @Option(
      names = "--placement",
      paramLabel = "PLACEMENT",
      description = {
        "Where a cluster keeps the tables: ${COMPLETION-CANDIDATES}.",
        "two-part: orders and lineitem by order key, the rest on every node;"
            + " one-part: lineitem by order key, the rest on every node;"
            + " all-part: only nation and region on every node; none: not declared.",
        "Default: two-part if the server knows create_distributed_table, none if not."
      })
  private Placement placement;

  @Option(names = "--replace", description = "Drop the tables first if they exist.")
  private boolean replace;

  @Override
  public Integer call() throws InterruptedException {
    new OptionBounds(spec).scale(scale);
    try (ProgressBar progress =
        new ProgressBar(spec.commandLine().getErr(), "tpcd", "rows", ProgressBar.onTerminal())) {
      Placement chosen = placement == null ? detectPlacement() : placement;
      Loader loader = new Loader(server.url(), scale, chosen, progress);
      if (replace) {
        loader.drop();
      }
      loader.load();
      progress.close();
      spec.commandLine()
          .getOut()
          .printf("TPC-D at scale %s is loaded, placement %s.%n", scale, chosen);
      return 0;
    } catch (SQLException e) {
      spec.commandLine().getErr().println(Failures.describe(server.url(), e));
      return 1;
    } catch (BenchmarkException e) {
      spec.commandLine().getErr().println(e.explanation());
      return 1;
    }
  }

  private Placement detectPlacement() throws SQLException {
    try (Connection connection = server.connect()) {
      return Placement.detect(connection);
    }
  }
}
