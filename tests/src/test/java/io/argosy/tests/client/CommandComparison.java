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
  /** The first word of a command that PostgreSQL runs and Argosy refuses; it is not handed on. */
  static final String REFUSED = "refused";

  /** Runs a command on a database. */
  interface Runner {
    Program run(Database database, List<String> command) throws Exception;
  }

  private record Done(List<String> command, boolean failed, String text) {}

  private CommandComparison() {}

  /**
   * Both end with the same status, and say the same; but what Argosy refuses fails there only.
   *
   * @param shown what they say, without what is another thing every time
   * @return the commands without {@link #REFUSED}
   */
  static List<ComparedCommand> requireSame(
      List<List<String>> commands, Runner runner, UnaryOperator<String> shown) throws Exception {
    List<Done> expected;
    // Of its own: commands leave tables behind.
    try (Server postgres = PlainPostgres.start(List.of())) {
      expected = outputs(postgres, commands, runner, shown);
    }
    List<Done> actual;
    try (Server argosy = Target.ARGOSY.start()) {
      actual = outputs(argosy, commands, runner, shown);
    }
    assertThat(texts(actual, commands)).isEqualTo(texts(expected, commands));
    List<ComparedCommand> compared = new ArrayList<>();
    for (int i = 0; i < commands.size(); i++) {
      boolean refused = refused(commands.get(i));
      Done one = expected.get(i);
      Done other = actual.get(i);
      if (refused) {
        assertThat(one.failed()).as(one.text()).isFalse();
        assertThat(other.failed()).as("%s is refused: %s", one.command(), other.text()).isTrue();
      }
      compared.add(new ComparedCommand(one.command(), one.text(), other.text(), refused));
    }
    return compared;
  }

  private static boolean refused(List<String> command) {
    return command.getFirst().equals(REFUSED);
  }

  private static List<String> texts(List<Done> done, List<List<String>> commands) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < commands.size(); i++) {
      texts.add(refused(commands.get(i)) ? REFUSED : done.get(i).text());
    }
    return texts;
  }

  private static List<Done> outputs(
      Database database, List<List<String>> commands, Runner runner, UnaryOperator<String> shown)
      throws Exception {
    List<Done> outputs = new ArrayList<>();
    for (List<String> written : commands) {
      List<String> command = refused(written) ? written.subList(1, written.size()) : written;
      Program done = runner.run(database, command);
      String said = shown.apply(done.output() + done.errors());
      outputs.add(new Done(command, done.failed(), command + " " + done.status() + "\n" + said));
    }
    return outputs;
  }
}
