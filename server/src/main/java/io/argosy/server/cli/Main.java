package io.argosy.server.cli;

import io.argosy.coordinator.gateway.ProductVersion;
import io.argosy.protocol.message.PostgresException;
import java.io.UncheckedIOException;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./argosy}: the root of the command line. */
@Command(
    name = "argosy",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    description = "Makes several PostgreSQL servers answer as one database.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      LocalCommand.class,
      AgentCommand.class,
      CoordinatorCommand.class,
      CheckCommand.class,
      WhyCommand.class,
      NodeCommand.class,
      RebalanceCommand.class,
      CommandLine.HelpCommand.class
    })
public final class Main implements Runnable {
  @Spec private CommandSpec spec;

  /** Runs a command; the exit status is 0, 1 for a failure, or 2 for wrong usage. */
  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** The command line with the commands of all modules. */
  public static CommandLine commandLine() {
    CommandLine root = new CommandLine(new Main());
    for (CommandContributor contributor : ServiceLoader.load(CommandContributor.class)) {
      contributor.commands().forEach(root::addSubcommand);
    }
    root.setExecutionExceptionHandler(
        (failure, commandLine, parsed) -> {
          commandLine.getErr().println("argosy: " + message(failure));
          return 1;
        });
    return root;
  }

  private static String message(Throwable failure) {
    if (failure instanceof PostgresException postgres) {
      String detail = postgres.error().fields().get('D');
      String hint = postgres.error().fields().get('H');
      return postgres.error().message()
          + (detail == null ? "" : "\n  detail: " + detail)
          + (hint == null ? "" : "\n  hint: " + hint);
    }
    if (failure instanceof UncheckedIOException io) {
      return io.getCause().getMessage();
    }
    return failure.getMessage() == null ? failure.toString() : failure.getMessage();
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "A command is missing.");
  }

  /** What {@code --version} prints. */
  static final class Version implements CommandLine.IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"argosy " + ProductVersion.TEXT};
    }
  }
}
