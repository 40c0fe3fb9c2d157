package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.PlainPostgres;
import io.argosy.tests.differential.Server;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Commands that are run one after the other on one PostgreSQL, and then on Argosy. */
final class CommandComparison {
  /** Runs a command on a database. */
  interface Runner {
    Program run(Database database, List<String> command) throws Exception;
  }

  private CommandComparison() {}

  /**
   * Both end with the same status, and say the same.
   *
   * @param shown what they say, without what is another thing every time
   */
  static void requireSame(List<List<String>> commands, Runner runner, UnaryOperator<String> shown)
      throws Exception {
    List<String> expected;
    // Of its own: commands leave tables behind.
    try (Server postgres = PlainPostgres.start(List.of())) {
      expected = outputs(postgres, commands, runner, shown);
    }
    try (Server argosy = Target.ARGOSY.start()) {
      assertThat(outputs(argosy, commands, runner, shown)).isEqualTo(expected);
    }
  }

  private static List<String> outputs(
      Database database, List<List<String>> commands, Runner runner, UnaryOperator<String> shown)
      throws Exception {
    List<String> outputs = new ArrayList<>();
    for (List<String> command : commands) {
      Program done = runner.run(database, command);
      String said = shown.apply(done.output() + done.errors());
      outputs.add(command + " " + done.status() + "\n" + said);
    }
    return outputs;
  }
}
