package io.argosy.tpcd.cli;

import io.argosy.tpcd.run.SessionSetting;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The option that sets what Argosy's nodes run with, for commands to mix in. */
public final class SettingsOption {
  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--setting",
      paramLabel = "NAME=VALUE",
      description =
          "A PostgreSQL setting on Argosy and its nodes, not on a server that they are compared"
              + " with, as in --setting max_parallel_workers_per_gather=0.")
  private List<String> settings = List.of();

  /**
   * The settings that are asked for.
   *
   * @throws ParameterException for what is no setting
   */
  public List<SessionSetting> settings() {
    try {
      return settings.stream().map(SessionSetting::parse).toList();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(command.commandLine(), "--setting: " + e.getMessage(), e);
    }
  }
}
