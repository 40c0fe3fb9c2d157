package io.argosy.lab.cli;

import io.argosy.server.cli.CommandContributor;
import io.argosy.tpcd.cli.DemoCommand;
import io.argosy.tpcd.cli.TpcdCommand;
import java.util.List;

/** Adds the benchmark to {@code ./argosy}. */
public final class TpcdCommands implements CommandContributor {
  @Override
  public List<Object> commands() {
    return List.of(new TpcdCommand(), new DemoCommand(new LocalDemoServers()));
  }
}
