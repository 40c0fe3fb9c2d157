package io.argosy.tpcd.cli;

import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.demo.Demo;
import io.argosy.tpcd.demo.DemoServers;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a command does with servers of its own: they are stopped however it ends, also by Ctrl-C,
 * and what cannot be helped is explained.
 */
public final class LocalRun {
  private final CommandSpec spec;

  public LocalRun(CommandSpec spec) {
    this.spec = spec;
  }

  /** The command's own part; gives the exit status. */
  @FunctionalInterface
  interface Body {
    int run(Demo demo) throws ServerFailedException, IOException, InterruptedException;
  }

  /**
   * Runs the body.
   *
   * @param directory where the data is kept; nothing for a directory that is deleted in the end
   */
  int run(DemoServers servers, Optional<Path> directory, Body body) throws IOException {
    try (Demo demo = Demo.in(servers, directory)) {
      return new OwnedRun(spec, demo::close, demo::isClosed).run(() -> body.run(demo));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OwnedRun.STOPPED;
    }
  }

  /** Loads TPC-D into a server, unless it is there from the last time. */
  public void load(String url, double scale, Placement placement, String label)
      throws ServerFailedException, InterruptedException {
    PrintWriter err = spec.commandLine().getErr();
    try (ProgressBar progress = new ProgressBar(err, label, "rows", ProgressBar.onTerminal())) {
      new Loader(url, scale, placement, progress).ensureLoaded();
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }
}
