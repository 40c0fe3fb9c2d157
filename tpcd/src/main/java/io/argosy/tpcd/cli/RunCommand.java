package io.argosy.tpcd.cli;

import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.run.ServerFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs queries on one server, and compares with another if asked to. */
@Command(
    name = "run",
    mixinStandardHelpOptions = true,
    description = {
      "Run the queries of TPC-D or TPC-H on a loaded server, one after the other, and time them.",
      "The first execution counts: nothing is warmed up, unless --repeat asks for a median.",
      "Exits with 1 if a query fails or its answer differs from that of --against."
    })
final class RunCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ServerOption server;

  @Mixin private QuerySelection selection = new QuerySelection(QuerySet.TPCD);

  @Mixin private ScaleOption scale;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description = "Draw the queries' parameters at random (default: the validation values).")
  private Long seed;

  @Option(
      names = "--repeat",
      defaultValue = "1",
      paramLabel = "N",
      description = "Execute each query N times and show the median time.")
  private int repetitions;

  @Option(
      names = "--against",
      paramLabel = "JDBC_URL",
      description = "Run the same on this server and compare the answers with its.")
  private String against;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write the outcomes to this file, as JSON.")
  private Path json;

  @Override
  public Integer call() {
    List<Query> queries = selection.queries();
    new OptionBounds(spec).atLeastOne("--repeat", repetitions);
    try {
      Optional<Double> known = scale.known(server);
      if (known.isEmpty()) {
        fail(Failures.notLoaded(server.url()));
        return 1;
      }
      double knownScale = known.get();
      boolean succeeded =
          new QueryRun(
                  server.url(),
                  Optional.ofNullable(against),
                  query ->
                      seed == null
                          ? Parameters.validation(query, knownScale)
                          : Parameters.random(query, seed, knownScale),
                  repetitions,
                  Optional.ofNullable(json))
              .run(queries, spec.commandLine().getOut());
      return succeeded ? 0 : 1;
    } catch (SQLException e) {
      fail(Failures.describe(server.url(), e));
      return 1;
    } catch (ServerFailedException e) {
      fail(Failures.describe(e));
      return 1;
    } catch (IOException e) {
      fail("cannot write " + json + ": " + e.getMessage());
      return 1;
    }
  }

  private void fail(String message) {
    spec.commandLine().getErr().println(message);
  }
}
