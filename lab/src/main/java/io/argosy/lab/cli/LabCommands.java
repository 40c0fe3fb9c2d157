package io.argosy.lab.cli;

import io.argosy.server.cli.CommandContributor;
import io.argosy.tpcd.cli.DemoCommand;
import io.argosy.tpcd.cli.TpcdCommand;
import io.argosy.tpcd.demo.DemoServers;
import java.util.List;
import picocli.CommandLine;

/** Adds the benchmark and the experiments to {@code ./argosy}. */
public final class LabCommands implements CommandContributor {
  @Override
  public List<Object> commands() {
    DemoServers servers = new LocalDemoServers();
    CommandLine tpcd = TpcdCommand.with(servers);
    List.of(
            new TestbedCommand(),
            new CompareCommand(),
            new ScaleOutCommand(),
            new GrowCommand(),
            new ModelCommand(),
            new PredictCommand())
        .forEach(tpcd::addSubcommand);
    return List.of(tpcd, new DemoCommand(servers));
  }
}
