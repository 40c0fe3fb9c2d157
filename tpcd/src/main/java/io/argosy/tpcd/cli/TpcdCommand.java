package io.argosy.tpcd.cli;

import io.argosy.tpcd.demo.DemoServers;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Groups the benchmark's commands. */
@Command(
    name = "tpcd",
    mixinStandardHelpOptions = true,
    description = "The TPC-D benchmark, on any server that speaks PostgreSQL's protocol.")
public final class TpcdCommand implements Runnable {
  @Spec private CommandSpec spec;

  private TpcdCommand() {}

  /**
   * The command with all its subcommands.
   *
   * @param servers starts the servers of those that are not told which to use
   */
  public static CommandLine with(DemoServers servers) {
    CommandLine tpcd = new CommandLine(new TpcdCommand());
    List.of(
            new LoadCommand(),
            new UpdateCommand(),
            new RunCommand(),
            new ExplainCommand(),
            new BenchCommand(servers),
            new PowerCommand(),
            new ThroughputCommand(),
            new BundlingCommand(),
            new TransferCommand(servers),
            new OltpCommand(servers),
            new CopyCommand(servers))
        .forEach(tpcd::addSubcommand);
    return tpcd;
  }

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
