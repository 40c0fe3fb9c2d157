package io.argosy.tpcd.cli;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.run.ServerFailedException;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.BooleanSupplier;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a command does with something of its own that is also closed when Ctrl-C ends the process:
 * what cannot be helped is explained, unless it is a consequence of that.
 */
public final class OwnedRun {
  /** The exit status after Ctrl-C. */
  static final int STOPPED = 130;

  private final CommandSpec spec;
  private final BooleanSupplier closed;

  /**
   * From here on Ctrl-C closes what is owned.
   *
   * @param closed whether it is closed
   */
  public OwnedRun(CommandSpec spec, Closeable owned, BooleanSupplier closed) {
    this.spec = spec;
    this.closed = closed;
    // On Ctrl-C the command's thread stays where it is, and only hooks run.
    Runtime.getRuntime().addShutdownHook(new Thread(() -> closeAtExit(owned), "close-at-exit"));
  }

  /** The command's own part; gives the exit status. */
  @FunctionalInterface
  public interface Body {
    int run() throws ServerFailedException, IOException, InterruptedException;
  }

  /** Runs the body. */
  public int run(Body body) throws InterruptedException {
    try {
      return body.run();
    } catch (ServerFailedException e) {
      return failed(Failures.describe(e));
    } catch (BenchmarkException e) {
      return failed(e.explanation());
    } catch (UncheckedIOException e) {
      return failed(e.getCause().getMessage());
    } catch (IOException e) {
      return failed(e.getMessage());
    }
  }

  private void closeAtExit(Closeable owned) {
    try {
      owned.close();
    } catch (IOException e) {
      spec.commandLine().getErr().println("while stopping: " + e.getMessage());
    }
  }

  private int failed(String message) {
    if (closed.getAsBoolean()) {
      return STOPPED;
    }
    spec.commandLine().getErr().println(message);
    return 1;
  }
}
