package io.argosy.tpcd.cli;

import io.argosy.agent.postgres.PostgresException;
import io.argosy.tpcd.run.ServerFailure;
import io.argosy.tpcd.testbed.Program;
import io.argosy.tpcd.testbed.Testbed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a command does with a testbed: it is removed however the command ends, also by Ctrl-C, and
 * what cannot be helped is explained.
 */
final class TestbedRun {
  private static final int STOPPED = 130;

  private final CommandSpec spec;

  TestbedRun(CommandSpec spec) {
    this.spec = spec;
  }

  /** The command's own part; gives the exit status. */
  @FunctionalInterface
  interface Body {
    int run(Testbed testbed) throws ServerFailure, IOException, InterruptedException;
  }

  /**
   * Runs the body.
   *
   * @param directory where the testbed keeps its data
   * @param programs what it needs besides the testbed's own
   */
  int run(Path directory, List<Program> programs, Body body) throws InterruptedException {
    try (Testbed testbed = Testbed.claim(directory, programs)) {
      // On Ctrl-C this thread stays where it is, and only hooks run.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAtExit(testbed), "testbed-stop"));
      return run(testbed, body);
    } catch (IOException e) {
      spec.commandLine().getErr().println(e.getMessage());
      return 1;
    }
  }

  private int run(Testbed testbed, Body body) throws InterruptedException {
    try {
      return body.run(testbed);
    } catch (ServerFailure e) {
      return failed(testbed, Failures.describe(e));
    } catch (PostgresException e) {
      return failed(testbed, Failures.describe(e));
    } catch (UncheckedIOException e) {
      return failed(testbed, e.getCause().getMessage());
    } catch (IOException e) {
      return failed(testbed, e.getMessage());
    }
  }

  private void closeAtExit(Testbed testbed) {
    try {
      testbed.close();
    } catch (IOException e) {
      spec.commandLine().getErr().println("while stopping: " + e.getMessage());
    }
  }

  /** Failures after Ctrl-C are its consequences, and of no interest. */
  private int failed(Testbed testbed, String message) {
    if (testbed.isClosed()) {
      return STOPPED;
    }
    spec.commandLine().getErr().println(message);
    return 1;
  }
}
