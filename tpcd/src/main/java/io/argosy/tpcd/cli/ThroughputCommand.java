package io.argosy.tpcd.cli;

import io.argosy.tpcd.performance.TestKind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The throughput test. */
@Command(
    name = "throughput",
    mixinStandardHelpOptions = true,
    description = {
      "Run TPC-D's throughput test on a loaded server: streams of queries, each with values and an"
          + " order of its own, beside a stream of updates. The figure is QthD@Size; with a power"
          + " test in the same --report directory also QphD@Size.",
      "The data changes: each test takes update sets that the server has not had yet.",
      "If the test is interrupted, the same command goes on where it was.",
      "Exits with 1 if the server fails or an answer is wrong."
    })
final class ThroughputCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--streams",
      defaultValue = "2",
      paramLabel = "S",
      description = "How many streams of queries (default: ${DEFAULT-VALUE}).")
  private int streams;

  @Mixin private PerformanceOptions options = new PerformanceOptions();

  @Override
  public Integer call() throws InterruptedException {
    return new PerformanceRun(spec, options).run(TestKind.THROUGHPUT, streams);
  }
}
