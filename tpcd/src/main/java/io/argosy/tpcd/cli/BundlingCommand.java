package io.argosy.tpcd.cli;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.bundling.Bundling;
import io.argosy.tpcd.bundling.BundlingReport;
import io.argosy.tpcd.performance.Environment;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.ReportWriter;
import io.argosy.tpcd.run.QueryOutcome;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.run.SettingBenchmark;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares the ways of bundling operations. */
@Command(
    name = "bundling",
    mixinStandardHelpOptions = true,
    description = {
      "Time six queries (1, 3, 6, 12, and TPC-H's 13 and 16) on a loaded Argosy with"
          + " argosy.bundling none, default and all in turn, and write a report.",
      "Exits with 1 if an answer depends on the setting."
    })
final class BundlingCommand implements Callable<Integer> {
  private static final String ROW = "%5s  %-8s  %-8s  %9s  %10s  %s%n";

  @Spec private CommandSpec spec;

  @Mixin private ServerOption server;

  @Mixin private ScaleOption scale;

  @Option(
      names = "--repeat",
      defaultValue = "5",
      paramLabel = "N",
      description = "How often each query is timed with each setting (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--report",
      defaultValue = "tpcd-bundling",
      paramLabel = "DIR",
      description =
          "Where report.html, report.json and report.csv are written (default: ${DEFAULT-VALUE}).")
  private Path directory;

  @Override
  public Integer call() {
    new OptionBounds(spec).atLeastOne("--repeat", repetitions);
    try {
      Optional<Double> known = scale.known(server);
      return known.isEmpty() ? failed(Failures.notLoaded(server.url())) : run(known.get());
    } catch (SQLException e) {
      return failed(Failures.describe(server.url(), e));
    } catch (ServerFailedException e) {
      return failed(Failures.describe(e));
    } catch (BenchmarkException e) {
      return failed(e.explanation());
    } catch (IOException e) {
      return failed("cannot write " + directory + ": " + e.getMessage());
    }
  }

  private int run(double knownScale) throws SQLException, ServerFailedException, IOException {
    Environment environment;
    try (Connection connection = server.connect()) {
      environment = Environment.of(connection, Failures.withoutPassword(server.url()));
    }
    PrintWriter out = spec.commandLine().getOut();
    List<List<QueryOutcome>> outcomes = new ArrayList<>();
    try (SettingBenchmark benchmark =
        SettingBenchmark.open(
            server.url(),
            Bundling.settings(),
            query -> Parameters.validation(query, knownScale),
            repetitions)) {
      out.printf(ROW, "query", "bundling", "strategy", "time", "network", "answer");
      for (Query query : Bundling.QUERIES) {
        List<QueryOutcome> row = benchmark.run(query);
        outcomes.add(row);
        Iterator<QueryOutcome> each = row.iterator();
        for (Bundling bundling : Bundling.values()) {
          print(out, bundling, each.next());
        }
      }
    }
    ReportWriter writer = new ReportWriter(directory);
    new BundlingReport(environment, knownScale, repetitions, outcomes).write(writer);
    out.printf("The report: %s%n", writer.page());
    out.flush();
    return outcomes.stream().flatMap(List::stream).allMatch(QueryOutcome::succeeded) ? 0 : 1;
  }

  private static void print(PrintWriter out, Bundling bundling, QueryOutcome outcome) {
    out.printf(
        ROW,
        outcome.query().number(),
        bundling,
        outcome.plan().strategy().orElse("-"),
        Numbers.seconds(outcome.seconds().orElseThrow()),
        OutcomeTable.bytes(outcome.plan().networkBytes()),
        outcome.difference().orElse("same"));
    out.flush();
  }

  private int failed(String message) {
    spec.commandLine().getErr().println(message);
    return 1;
  }
}
