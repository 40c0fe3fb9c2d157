package io.argosy.tpcd.cli;

import io.argosy.tpcd.performance.TestKind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The power test. */
@Command(
    name = "power",
    mixinStandardHelpOptions = true,
    description = {
      "Run TPC-D's power test on a loaded server: new orders, every query once, old orders deleted,"
          + " with nothing else at the same time. The figure is QppD@Size.",
      "The data changes: each test takes update sets that the server has not had yet.",
      "If the test is interrupted, the same command goes on where it was.",
      "Exits with 1 if the server fails or an answer is wrong."
    })
final class PowerCommand implements Callable<Integer> {
  private static final int STREAMS = 1;

  @Spec private CommandSpec spec;
  @Mixin private PerformanceOptions options = new PerformanceOptions();

  @Override
  public Integer call() throws InterruptedException {
    return new PerformanceRun(spec, options).run(TestKind.POWER, STREAMS);
  }
}
