package io.argosy.server.cli;

import io.argosy.coordinator.limit.ByteSize;
import io.argosy.server.rebalance.PlannedMoves;
import io.argosy.server.rebalance.Rebalancing;
import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code ./argosy rebalance}: gives each node its share of the rows. */
@Command(
    name = "rebalance",
    mixinStandardHelpOptions = true,
    description = {
      "Moves rows of distributed tables from node to node, while clients read and write, until all"
          + " nodes have as many slots of keys, or one that is to be drained has none.",
      "Each step is a transaction. Stop it whenever you like: what has moved has moved, and the"
          + " next run goes on from there. The exit status is 1 if it cannot be done."
    })
final class RebalanceCommand implements Callable<Integer> {
  private static final String NOTHING = "nothing is to move";

  @Spec private CommandSpec spec;

  @Option(
      names = "--url",
      required = true,
      paramLabel = "JDBC_URL",
      description =
          "The coordinator: jdbc:postgresql://host:port/database?user=..&password=.., with the name"
              + " of a superuser.")
  private String url;

  @Option(names = "--plan", description = "Only says what would move.")
  private boolean plan;

  @Option(
      names = "--drain",
      paramLabel = "NODE",
      description = "Leaves this node without any rows of distributed tables.")
  private String drained;

  @Option(
      names = "--longest-step",
      paramLabel = "MS",
      defaultValue = "500",
      description =
          "How many milliseconds a step is to take, for which writers may wait (default:"
              + " ${DEFAULT-VALUE}). Steps take longer where one reading of a table does, unless"
              + " there is an index on the hash of the distribution column, as --index makes it.")
  private int longestStep;

  @Option(
      names = "--index",
      description =
          "Makes an index for each large table by which a step finds its rows, so that steps are"
              + " short, and drops it at the end. Waits for transactions that are open.")
  private boolean index;

  @Option(
      names = "--rate",
      paramLabel = "SIZE",
      description = "How much is to move in a second at most, such as 20MB (default: no limit).")
  private String rate;

  @Option(
      names = "--patience",
      paramLabel = "SECONDS",
      defaultValue = "300",
      description =
          "For how long a step is tried again that transactions which write do not let come in,"
              + " and how long an index may take"
              + " (default: ${DEFAULT-VALUE}).")
  private int patience;

  @Override
  public Integer call() {
    Rebalancing.Options options =
        new Rebalancing.Options(
            Optional.ofNullable(drained),
            Duration.ofMillis(atLeastOne("--longest-step", longestStep)),
            bytesPerSecond(),
            Duration.ofSeconds(atLeastOne("--patience", patience)),
            index);
    try (Connection connection = DriverManager.getConnection(url)) {
      PlannedMoves moves = PlannedMoves.of(connection, options.drained());
      if (plan) {
        print(moves);
      } else {
        run(connection, options, moves);
      }
      spec.commandLine().getOut().flush();
      return 0;
    } catch (SQLException e) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("argosy: " + SqlFailure.text(e));
      err.flush();
      return 1;
    }
  }

  private int atLeastOne(String option, int value) {
    if (value < 1) {
      throw new ParameterException(spec.commandLine(), option + " must be at least 1");
    }
    return value;
  }

  private OptionalLong bytesPerSecond() {
    if (rate == null) {
      return OptionalLong.empty();
    }
    long bytes = ByteSize.parse("--rate", rate, "it is at least 1kB.");
    if (bytes < 1024) {
      throw new ParameterException(spec.commandLine(), "--rate must be at least 1kB");
    }
    return OptionalLong.of(bytes);
  }

  private void print(PlannedMoves moves) {
    PrintWriter out = spec.commandLine().getOut();
    for (PlannedMoves.Move move : moves.moves()) {
      out.printf(
          Locale.ROOT,
          "%s -> %s: %d slots, about %s%n",
          move.source(),
          move.target(),
          move.slots(),
          ByteSize.text(move.bytes()));
    }
    if (moves.slots() == 0) {
      out.println(NOTHING);
    } else {
      out.printf(
          Locale.ROOT,
          "%d of 1024 slots are to move, about %s%n",
          moves.slots(),
          ByteSize.text(moves.bytes()));
    }
  }

  private void run(Connection connection, Rebalancing.Options options, PlannedMoves moves)
      throws SQLException {
    PrintWriter out = spec.commandLine().getOut();
    long begun = System.nanoTime();
    Rebalancing.State done;
    try (RebalanceProgress progress = new RebalanceProgress(spec.commandLine().getErr())) {
      done = new Rebalancing(connection, options, progress).run(moves);
    }
    if (done.slots() == 0) {
      out.println(NOTHING);
      return;
    }
    out.printf(
        Locale.ROOT,
        "moved %d slots with %,d rows in %.1f s, of which steps waited %.1f s for their locks; the"
            + " longest step took %d ms%n",
        done.slots(),
        done.rows(),
        (System.nanoTime() - begun) / 1e9,
        done.waits().toNanos() / 1e9,
        done.longest().toMillis());
    if (done.fixed().compareTo(options.longestStep()) > 0) {
      out.printf(
          Locale.ROOT,
          "advice: %d ms of a step are for reading tables; with --index steps are short%n",
          done.fixed().toMillis());
    }
  }
}
