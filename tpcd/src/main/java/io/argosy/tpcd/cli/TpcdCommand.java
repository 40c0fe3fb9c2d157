package io.argosy.tpcd.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the benchmark's commands. */
@Command(
    name = "tpcd",
    description = "The TPC-D benchmark, on any server that speaks PostgreSQL's protocol.",
    subcommands = {LoadCommand.class, RunCommand.class})
public final class TpcdCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("UnusedVariable") // picocli handles it
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this help.")
  private boolean help;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which? load or run.");
  }
}
