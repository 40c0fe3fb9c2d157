package io.argosy.lab.cli;

import io.argosy.lab.testbed.Program;
import io.argosy.lab.testbed.Testbed;
import io.argosy.tpcd.cli.OwnedRun;
import io.argosy.tpcd.run.ServerFailedException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a command does with a testbed: it is removed however the command ends, also by Ctrl-C, and
 * what cannot be helped is explained.
 */
final class TestbedRun {
  private final CommandSpec spec;

  TestbedRun(CommandSpec spec) {
    this.spec = spec;
  }

  /** The command's own part; gives the exit status. */
  @FunctionalInterface
  interface Body {
    int run(Testbed testbed) throws ServerFailedException, IOException, InterruptedException;
  }

  /**
   * Runs the body.
   *
   * @param directory where the testbed keeps its data
   * @param programs what it needs besides the testbed's own
   */
  int run(Path directory, List<Program> programs, Body body) throws InterruptedException {
    try (Testbed testbed = Testbed.claim(directory, programs)) {
      return new OwnedRun(spec, testbed::close, testbed::isClosed).run(() -> body.run(testbed));
    } catch (IOException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
  }
}
