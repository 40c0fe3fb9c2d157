package io.argosy.server.cli;

import io.argosy.server.why.ProfileText;
import io.argosy.server.why.StatementProfile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code ./argosy why}: why does a statement take as long as it does? */
@Command(
    name = "why",
    mixinStandardHelpOptions = true,
    description = {
      "Runs a statement through a coordinator and tells where its time went: on which resource of"
          + " which node, when, and what would make it faster.",
      "The statement is run, in a transaction that is rolled back. The exit status is 1 if it"
          + " fails."
    })
final class WhyCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 1000;

  @Spec private CommandSpec spec;

  @Mixin private CoordinatorUrl coordinator;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Runs it so often and tells of the last run: the first one may have read its rows from"
              + " disks. 1 where nothing is said.")
  private int runs;

  @Option(names = "--json", description = "Prints all that is known as JSON.")
  private boolean json;

  @ArgGroup(multiplicity = "1")
  private Source source;

  /** Where the statement is. */
  static final class Source {
    @Parameters(paramLabel = "SQL", description = "The statement.")
    private String sql;

    @Option(names = "--file", paramLabel = "FILE", description = "A file with the statement.")
    private Path file;

    private String read() throws IOException {
      return sql == null ? Files.readString(file) : sql;
    }
  }

  @Override
  public Integer call() {
    if (runs < 1 || runs > MOST_RUNS) {
      throw new ParameterException(spec.commandLine(), "--runs must be between 1 and " + MOST_RUNS);
    }
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter err = spec.commandLine().getErr();
    try (Connection connection = DriverManager.getConnection(coordinator.url())) {
      StatementProfile profile = StatementProfile.of(connection, source.read(), runs);
      if (json) {
        out.println(profile.json());
      } else {
        ProfileText.lines(profile).forEach(out::println);
      }
      out.flush();
      return 0;
    } catch (SQLException e) {
      err.println("argosy: " + message(e));
    } catch (NoSuchFileException e) {
      err.println("argosy: there is no file " + e.getFile());
    } catch (IOException e) {
      err.println("argosy: the file cannot be read: " + e.getMessage());
    }
    err.flush();
    return 1;
  }

  private static String message(SQLException failure) {
    return SqlFailure.text(failure)
        + (isUnknownOption(failure)
            ? "\n  hint: is this a coordinator? PostgreSQL has no option RESOURCES"
            : "");
  }

  private static boolean isUnknownOption(SQLException failure) {
    return "42601".equals(failure.getSQLState())
        && failure.getMessage() != null
        && failure.getMessage().contains("\"resources\"");
  }
}
