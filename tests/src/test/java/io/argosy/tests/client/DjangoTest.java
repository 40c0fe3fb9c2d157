package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.Database;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Django's commands for the project in {@code tests/clients/python/django_project}: they make its
 * tables, and run its tests in a database that they make for them. Skipped where Django cannot be
 * installed.
 */
@Tag("slow")
class DjangoTest {
  private static final Path PROJECT = Path.of("django_project", "manage.py");

  /** {@code --keepdb} uses the database again that the one before it has left. */
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("migrate"),
          List.of("makemigrations", "--check", "shop"),
          List.of("inspectdb", "shop_order"),
          List.of("test"),
          List.of("test", "--keepdb"),
          List.of("test", "--keepdb", "shop.tests.RowsTest"),
          List.of("test", "--noinput"),
          List.of("flush", "--noinput"),
          List.of("migrate", "shop", "zero"));

  @Test
  void runsAsOnOnePostgres() throws Exception {
    Toolchain.PYTHON.prepareOrSkip();
    List<ComparedCommand> compared =
        CommandComparison.requireSame(
            COMMANDS, DjangoTest::run, said -> said.replaceAll("in [0-9.]+s", "in some time"));
    ApplicationsPage.check(
        Application.DJANGO,
        Toolchain.PYTHON.version("Django"),
        Outcome.of(compared, command -> Optional.of(String.join(" ", command))));
  }

  private static Program run(Database database, List<String> arguments) throws Exception {
    Map<String, String> environment = new HashMap<>(Toolchain.PYTHON.environment());
    environment.put("DATABASE", database.jdbcUrl().replaceFirst("^jdbc:", ""));
    List<String> command = new ArrayList<>(Toolchain.PYTHON.python(PROJECT.toString()));
    command.addAll(arguments);
    Program done = Program.run(command, environment);
    assertThat(done.status()).as(arguments + ": " + done.output() + done.errors()).isZero();
    return done;
  }
}
