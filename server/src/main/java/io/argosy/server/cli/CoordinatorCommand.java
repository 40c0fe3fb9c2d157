package io.argosy.server.cli;

import io.argosy.server.config.CoordinatorConfiguration;
import io.argosy.server.config.CoordinatorProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./argosy coordinator}: the process that clients connect to. */
@Command(
    name = "coordinator",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a coordinator in front of your own PostgreSQL servers, as the file says. Prints one"
          + " line when it is ready, and serves until it is interrupted.",
      "All nodes must be there when it starts: see ./argosy check."
    })
final class CoordinatorCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigurationFile file;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (file.wantsExample()) {
      out.print(ConfigurationFile.example("coordinator.example.yaml"));
      out.flush();
      return 0;
    }
    CoordinatorProcess process =
        CoordinatorProcess.start(CoordinatorConfiguration.read(file.path(), System.getenv()));
    Hangup.reloads(
        () -> process.reload(CoordinatorConfiguration.read(file.path(), System.getenv())));
    return Service.serve(out, process.jdbcUrl(), process.consoleUrl(), process::close);
  }
}
