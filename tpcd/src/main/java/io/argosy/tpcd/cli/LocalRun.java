package io.argosy.tpcd.cli;

import io.argosy.agent.postgres.PostgresException;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.demo.Demo;
import io.argosy.tpcd.demo.DemoServers;
import io.argosy.tpcd.run.ServerFailure;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a command does with servers of its own: they are stopped however it ends, also by Ctrl-C,
 * and what cannot be helped is explained.
 */
final class LocalRun {
  private static final int STOPPED = 130;

  private final CommandSpec spec;

  LocalRun(CommandSpec spec) {
    this.spec = spec;
  }

  /** The command's own part; gives the exit status. */
  @FunctionalInterface
  interface Body {
    int run(Demo demo) throws ServerFailure, IOException, InterruptedException;
  }

  /**
   * Runs the body.
   *
   * @param directory where the data is kept; nothing for a directory that is deleted in the end
   */
  int run(DemoServers servers, Optional<Path> directory, Body body) throws IOException {
    try (Demo demo = Demo.in(servers, directory)) {
      // On Ctrl-C this thread stays where it is, and only hooks run.
      Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAtExit(demo), "demo-stop"));
      return run(demo, body);
    }
  }

  private void closeAtExit(Demo demo) {
    try {
      demo.close();
    } catch (IOException e) {
      spec.commandLine().getErr().println("while stopping: " + e.getMessage());
    }
  }

  private int run(Demo demo, Body body) {
    try {
      return body.run(demo);
    } catch (ServerFailure e) {
      return failed(demo, Failures.describe(e));
    } catch (PostgresException e) {
      return failed(demo, Failures.describe(e));
    } catch (UncheckedIOException e) {
      return failed(demo, e.getCause().getMessage());
    } catch (IOException e) {
      return failed(demo, e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return STOPPED;
    }
  }

  /** Failures after Ctrl-C are its consequences, and of no interest. */
  private int failed(Demo demo, String message) {
    if (demo.isClosed()) {
      return STOPPED;
    }
    spec.commandLine().getErr().println(message);
    return 1;
  }

  /** Loads TPC-D into a server, unless it is there from the last time. */
  void load(String url, double scale, Placement placement, String label)
      throws ServerFailure, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    try (ProgressBar progress = new ProgressBar(err, label, "rows", ProgressBar.onTerminal())) {
      new Loader(url, scale, placement, progress).ensureLoaded();
    } catch (SQLException e) {
      throw new ServerFailure(url, e);
    }
  }
}
