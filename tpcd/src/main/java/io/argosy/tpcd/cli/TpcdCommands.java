package io.argosy.tpcd.cli;

import io.argosy.coordinator.cli.CommandContributor;
import java.util.List;

/** Adds the benchmark to {@code ./argosy}. */
public final class TpcdCommands implements CommandContributor {
  @Override
  public List<Object> commands() {
    return List.of(new TpcdCommand(), new DemoCommand(new LocalDemoServers()));
  }
}
