package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.Database;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Alembic's migrations up and down, over a distributed and a reference table. Skipped where Alembic
 * cannot be installed.
 */
@Tag("slow")
@Tag("long")
class AlembicTest {
  private static final String PROJECT =
      Toolchain.APPLICATIONS.sources().resolve("alembic_project/alembic.ini").toString();

  private static final List<List<String>> COMMANDS =
      List.of(
          alembic("upgrade", "1"),
          List.of(
              "place",
              "SELECT create_distributed_table('orders', 'id')",
              "SELECT create_reference_table('kinds')"),
          List.of("sql", "INSERT INTO orders SELECT i, i % 3, i FROM generate_series(1, 30) i"),
          alembic("upgrade", "+1"),
          alembic("current"),
          alembic("upgrade", "head"),
          alembic("check"),
          alembic("history"),
          List.of("sql", "SELECT * FROM orders", "SELECT * FROM kinds"),
          alembic("downgrade", "-1"),
          alembic("downgrade", "1"),
          List.of("sql", "SELECT * FROM orders", "SELECT * FROM kinds"),
          alembic("upgrade", "head"),
          alembic("upgrade", "1:3", "--sql"),
          alembic("downgrade", "base"),
          alembic("current"));

  private static List<String> alembic(String... arguments) {
    List<String> command = new ArrayList<>(List.of("alembic", "--config", PROJECT));
    command.addAll(List.of(arguments));
    return command;
  }

  @Test
  void migratesAsOnOnePostgres() throws Exception {
    Toolchain.APPLICATIONS.prepareOrSkip();
    List<ComparedCommand> compared =
        CommandComparison.requireSame(COMMANDS, AlembicTest::run, said -> said);
    ApplicationsPage.check(
        Application.ALEMBIC,
        Toolchain.APPLICATIONS.version("alembic"),
        Outcome.of(compared, AlembicTest::name));
  }

  private static Optional<String> name(List<String> command) {
    String sql = command.getLast().equals("--sql") ? " --sql" : "";
    return command.contains(PROJECT) ? Optional.of(command.get(3) + sql) : Optional.empty();
  }

  private static Program run(Database database, List<String> command) throws Exception {
    Program done = Applications.run(database, command, Map.of());
    assertThat(done.status()).as(command + ": " + done.output() + done.errors()).isZero();
    return done;
  }
}
