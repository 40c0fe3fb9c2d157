package io.argosy.tpcd.cli;

import io.argosy.lab.cli.CompareCommand;
import io.argosy.lab.cli.ModelCommand;
import io.argosy.lab.cli.ScaleOutCommand;
import io.argosy.lab.cli.TestbedCommand;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the benchmark's commands. */
@Command(
    name = "tpcd",
    mixinStandardHelpOptions = true,
    description = "The TPC-D benchmark, on any server that speaks PostgreSQL's protocol.",
    subcommands = {
      LoadCommand.class,
      UpdateCommand.class,
      RunCommand.class,
      BenchCommand.class,
      PowerCommand.class,
      ThroughputCommand.class,
      BundlingCommand.class,
      TransferCommand.class,
      CopyCommand.class,
      TestbedCommand.class,
      CompareCommand.class,
      ScaleOutCommand.class,
      ModelCommand.class
    })
public final class TpcdCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which? " + names() + ".");
  }

  /** All subcommands, in their order. */
  private String names() {
    List<String> names = new ArrayList<>(spec.subcommands().keySet());
    String last = names.removeLast();
    return String.join(", ", names) + " or " + last;
  }
}
