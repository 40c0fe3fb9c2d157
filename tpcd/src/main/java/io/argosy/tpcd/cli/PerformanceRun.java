package io.argosy.tpcd.cli;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.performance.Event;
import io.argosy.tpcd.performance.OtherRun;
import io.argosy.tpcd.performance.PerformanceTest;
import io.argosy.tpcd.performance.ReportFiles;
import io.argosy.tpcd.performance.TestKind;
import io.argosy.tpcd.performance.TestPlan;
import io.argosy.tpcd.performance.TestRecord;
import io.argosy.tpcd.report.Numbers;
import io.argosy.tpcd.report.ReportWriter;
import io.argosy.tpcd.run.ServerFailedException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Runs a power or throughput test for a command, writes its report and prints its figures.
 *
 * @param spec the command's
 */
record PerformanceRun(CommandSpec spec, PerformanceOptions options) {
  /** Gives the exit status: 1 if a server fails or an answer is wrong. */
  int run(TestKind kind, int streams) throws InterruptedException {
    String url = options.server().url();
    try {
      Optional<Double> scale = options.scale().known(options.server());
      if (scale.isEmpty()) {
        return failed(Failures.notLoaded(url));
      }
      TestPlan plan = plan(kind, scale.get(), streams);
      Optional<OtherRun> other = other(plan);
      TestRecord record = test(plan);
      ReportFiles files = ReportFiles.read(options.directory());
      files.write(new ReportWriter(options.directory()), other);
      return print(record, files);
    } catch (SQLException e) {
      return failed(Failures.describe(url, e));
    } catch (ServerFailedException e) {
      return failed(Failures.describe(e) + howToGoOn(kind));
    } catch (BenchmarkException e) {
      return failed(e.explanation());
    } catch (IOException e) {
      return failed("in " + options.directory() + ": " + e.getMessage());
    }
  }

  /** What to do after a failure, if something has been done already. */
  private String howToGoOn(TestKind kind) {
    return Files.exists(PerformanceTest.journal(options.directory(), kind))
        ? System.lineSeparator() + "The same command goes on where this ended."
        : "";
  }

  private TestPlan plan(TestKind kind, double scale, int streams) {
    try {
      return new TestPlan(
          kind,
          options.set(),
          scale,
          streams,
          options.seed(),
          options.firstUpdateSet().orElse(1),
          options.ordersPerTransaction());
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private Optional<OtherRun> other(TestPlan plan) throws IOException {
    try {
      return options.other().isEmpty()
          ? Optional.empty()
          : Optional.of(OtherRun.read(options.other().get(), plan));
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--compare-with: " + e.getMessage(), e);
    }
  }

  private TestRecord test(TestPlan plan)
      throws ServerFailedException, IOException, InterruptedException {
    String url = options.server().url();
    try (ProgressBar progress =
        new ProgressBar(
            spec.commandLine().getErr(),
            plan.kind().toString(),
            "steps",
            ProgressBar.onTerminal())) {
      return new PerformanceTest(
              options.directory(),
              new PerformanceTest.Servers(url, Failures.withoutPassword(url), options.against()),
              progress)
          .run(plan, options.firstUpdateSet());
    }
  }

  private int print(TestRecord record, ReportFiles files) {
    PrintWriter out = spec.commandLine().getOut();
    List<Event.Validated> answers = List.copyOf(record.validated().values());
    List<String> wrong =
        answers.stream()
            .filter(answer -> answer.difference() != null)
            .map(answer -> answer.step() + ": " + answer.difference())
            .toList();
    long compared = answers.stream().filter(Event.Validated::reference).count();
    out.printf(
        "%s = %s%n",
        switch (record.plan().kind()) {
          case POWER -> "QppD@Size";
          case THROUGHPUT -> "QthD@Size";
        },
        figure(record.metric()));
    if (files.composite().isPresent()) {
      out.printf("QphD@Size = %s%n", figure(files.composite()));
    }
    out.println("This is not an official TPC result.");
    if (record.metric().isEmpty()) {
      out.println(
          "The time of an update function was lost in an interruption: begin again, with another"
              + " --report.");
    }
    if (record.resumptions() > 0) {
      out.printf("The test was interrupted and taken up again %d times.%n", record.resumptions());
    }
    out.printf(
        "%d answers, %d compared with another server's, %d wrong%n",
        answers.size(), compared, wrong.size());
    wrong.forEach(out::println);
    out.printf("The report: %s%n", new ReportWriter(options.directory()).page());
    out.flush();
    return wrong.isEmpty() ? 0 : 1;
  }

  private static String figure(OptionalDouble figure) {
    return figure.isPresent() ? Numbers.rounded(figure.getAsDouble()) : "unknown";
  }

  private int failed(String message) {
    spec.commandLine().getErr().println(message);
    return 1;
  }
}
