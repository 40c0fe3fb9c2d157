package io.argosy.server.cli;

import io.argosy.agent.server.AgentConfig;
import io.argosy.node.local.EngineConfig;
import io.argosy.server.config.AgentConfiguration;
import io.argosy.server.config.AgentProcess;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code ./argosy agent}: the process beside a PostgreSQL server. */
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    description = {
      "Runs the agent of one PostgreSQL server, as the file says. Prints one line when it is ready,"
          + " and serves until it is interrupted.",
      "It connects to the server when a coordinator asks for that, so the server may start later."
    })
final class AgentCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  @Mixin private ConfigurationFile file;

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = spec.commandLine().getOut();
    if (file.wantsExample()) {
      out.print(ConfigurationFile.example("agent.example.yaml"));
      out.flush();
      return 0;
    }
    AgentConfiguration configuration = AgentConfiguration.read(file.path(), System.getenv());
    AgentConfig agent = configuration.agent();
    EngineConfig postgres = agent.postgres();
    AgentProcess process = AgentProcess.start(configuration);
    Hangup.reloads(() -> process.reload(AgentConfiguration.read(file.path(), System.getenv())));
    return Service.serve(
        out,
        "agent of %s on %s:%d for PostgreSQL at %s"
            .formatted(postgres.name(), agent.host(), process.port(), postgres.location()),
        Optional.empty(),
        process::close);
  }
}
