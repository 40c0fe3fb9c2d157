package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.Database;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * dbt's commands for a project whose source is a distributed table, with models of all kinds.
 * Skipped where dbt cannot be installed.
 */
@Tag("slow")
@Tag("long")
class DbtTest {
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of(
              "sql",
              "CREATE SCHEMA raw",
              "CREATE TABLE raw.orders (id bigint PRIMARY KEY, kind int, price numeric(10, 2),"
                  + " changed date NOT NULL)"),
          List.of("place", "SELECT create_distributed_table('raw.orders', 'id')"),
          List.of(
              "sql",
              "INSERT INTO raw.orders SELECT i, i % 3, i * 0.25, date '2024-01-01' + i"
                  + " FROM generate_series(1, 100) i"),
          List.of("dbt", "seed"),
          List.of("dbt", "run"),
          List.of("dbt", "test"),
          List.of("dbt", "snapshot"),
          List.of(
              "sql",
              "INSERT INTO raw.orders VALUES (101, 1, 3, '2025-01-01')",
              "UPDATE raw.orders SET price = 1 WHERE id = 5"),
          List.of("dbt", "run"),
          List.of("dbt", "snapshot"),
          rows(),
          List.of("dbt", "run", "--full-refresh"),
          List.of("dbt", "docs", "generate"),
          List.of("dbt", "build"),
          rows());

  @TempDir Path folder;

  private static List<String> rows() {
    return List.of(
        "sql",
        "SELECT * FROM shop.by_kind",
        "SELECT count(*), max(id), sum(price) FROM shop.grown",
        "SELECT * FROM shop.kept",
        "SELECT id, price, dbt_valid_to IS NULL FROM shop.order_history WHERE id IN (5, 101)");
  }

  @Test
  void runsAsOnOnePostgres() throws Exception {
    Toolchain.APPLICATIONS.prepareOrSkip();
    List<ComparedCommand> compared =
        CommandComparison.requireSame(COMMANDS, this::run, this::shown);
    ApplicationsPage.check(
        Application.DBT,
        Toolchain.APPLICATIONS.version("dbt-core"),
        Outcome.of(compared, DbtTest::name));
  }

  private static Optional<String> name(List<String> command) {
    return Optional.of(String.join(" ", command)).filter(name -> name.startsWith("dbt "));
  }

  private Program run(Database database, List<String> command) throws Exception {
    String project = Toolchain.APPLICATIONS.sources().resolve("dbt_project").toString();
    Path written = Files.createDirectories(folder.resolve("distributed_" + database.distributed()));
    Program done =
        Applications.run(
            database,
            command,
            Map.of(
                "DBT_PROJECT_DIR",
                project,
                "DBT_PROFILES_DIR",
                project,
                "DBT_TARGET_PATH",
                written.toString(),
                "DBT_LOG_PATH",
                written.toString()));
    assertThat(done.status()).as(command + ": " + done.output() + done.errors()).isZero();
    return done;
  }

  private String shown(String said) {
    return said.replaceAll("(?m)^[0-9:]{8}", "at some time")
        .replaceAll("in [0-9.]+s", "in some time")
        .replaceAll("in [0-9]+ hours.*", "in some time")
        .replaceAll("distributed_(true|false)", "target");
  }
}
