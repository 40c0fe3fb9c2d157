package io.argosy.tpcd.cli;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.update.UpdateFunction;
import io.argosy.tpcd.update.UpdateRun;
import io.argosy.tpcd.update.UpdateSet;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Carries out a set of an update function on one server. */
@Command(
    name = "update",
    mixinStandardHelpOptions = true,
    description = {
      "Insert new orders (uf1) or delete old ones (uf2) on a loaded server, with their line items.",
      "A set is a thousandth of the orders; the sets of a function have no order in common. Orders"
          + " and their line items change in one transaction.",
      "Table tpcd_updates has a row for every transaction: if a set is interrupted, the same"
          + " command goes on where it was."
    })
final class UpdateCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Mixin private ServerOption server;

  @Option(
      names = "--function",
      required = true,
      paramLabel = "FUNCTION",
      description = "The update function: ${COMPLETION-CANDIDATES}.")
  private UpdateFunction function;

  @Option(
      names = "--set",
      required = true,
      paramLabel = "N",
      description = "The number of the set, from 1; each can be done once.")
  private int number;

  @Mixin private ScaleOption scale;

  @Option(
      names = "--transaction",
      defaultValue = "100",
      paramLabel = "ORDERS",
      description = "How many orders one transaction has (default: ${DEFAULT-VALUE}).")
  private long ordersPerTransaction;

  @Override
  public Integer call() throws InterruptedException {
    new OptionBounds(spec).atLeastOne("--transaction", ordersPerTransaction);
    try (Connection connection = server.connect();
        ProgressBar progress =
            new ProgressBar(
                spec.commandLine().getErr(), "tpcd", "orders", ProgressBar.onTerminal())) {
      Optional<Double> known = scale.known(server);
      if (known.isEmpty()) {
        spec.commandLine().getErr().println(Failures.notLoaded(server.url()));
        return 1;
      }
      update(connection, set(known.get()), progress);
      return 0;
    } catch (SQLException e) {
      spec.commandLine().getErr().println(Failures.describe(server.url(), e));
      return 1;
    } catch (BenchmarkException e) {
      spec.commandLine().getErr().println(e.explanation());
      return 1;
    }
  }

  private UpdateSet set(double knownScale) {
    try {
      return new UpdateSet(function, number, knownScale);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  private void update(Connection connection, UpdateSet set, ProgressBar progress)
      throws SQLException, InterruptedException {
    UpdateRun run = UpdateRun.open(connection, set, ordersPerTransaction);
    String step = function + " set " + number;
    progress.report(step, run.progress().orders(), set.orders());
    int before = run.progress().steps();
    while (!run.done()) {
      run.next();
      progress.report(step, run.progress().orders(), set.orders());
    }
    progress.close();
    spec.commandLine()
        .getOut()
        .printf(
            "Set %d of %s is done: %d orders %s, %d transactions.%n",
            number,
            function,
            set.orders(),
            switch (function) {
              case UF1 -> "inserted";
              case UF2 -> "deleted";
            },
            run.progress().steps() - before);
  }
}
