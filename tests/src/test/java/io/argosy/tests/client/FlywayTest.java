package io.argosy.tests.client;

import static io.argosy.tests.client.JvmTool.FAILS;
import static io.argosy.tests.client.JvmTool.QUERY;

import io.argosy.tests.differential.Database;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Flyway's commands for the migrations of two schemas in {@code tests/clients/jvm/flyway}, some of
 * which place tables. Skipped where Flyway cannot be installed.
 */
@Tag("slow")
@Tag("long")
class FlywayTest {
  private static final List<String> OBJECTS = List.of(QUERY, JvmTool.OBJECTS);
  private static final List<String> HISTORY =
      List.of(
          QUERY,
          "SELECT installed_rank, version, description, type, script, checksum, success FROM"
              + " sales.flyway_schema_history ORDER BY 1");

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("info", "first", "highest=100"),
          List.of("migrate", "first", "highest=100"),
          List.of("info", "first", "second", "highest=100"),
          List.of("validate", "first", "highest=100"),
          List.of(QUERY, "SELECT message FROM stock.log"),
          List.of(QUERY, "SELECT stock.total(), stock.product(price) FROM stock.goods"),
          OBJECTS,
          // Another value of a placeholder makes the repeatable migration another one.
          List.of("migrate", "first", "second", "highest=50"),
          List.of("info", "first", "second", "highest=50"),
          List.of("validate", "first", "second", "highest=50"),
          List.of("migrate", "first", "second", "highest=50"),
          HISTORY,
          OBJECTS,
          List.of(QUERY, "SELECT * FROM sales.orders ORDER BY customer, number"),
          List.of(QUERY, "SELECT * FROM sales.report ORDER BY name"),
          List.of(QUERY, "SELECT * FROM stock.places ORDER BY shelf"),
          // What has failed is undone.
          List.of(FAILS, "migrate", "first", "second", "failing", "highest=50"),
          List.of("info", "first", "second", "failing", "highest=50"),
          OBJECTS,
          // A history that is not that of the files.
          List.of(QUERY, "UPDATE sales.flyway_schema_history SET checksum = 1 WHERE version = '1'"),
          List.of(FAILS, "validate", "first", "second", "highest=50"),
          List.of("repair", "first", "second", "highest=50"),
          List.of("validate", "first", "second", "highest=50"),
          List.of(QUERY, "DELETE FROM sales.flyway_schema_history WHERE version IN ('6', '7')"),
          List.of("migrate", "first", "second", "highest=50"),
          List.of(FAILS, "validate", "first", "highest=50"),
          List.of("repair", "first", "highest=50"),
          List.of("info", "first", "highest=50"),
          HISTORY,
          List.of("clean", "first"),
          OBJECTS,
          List.of("info", "first", "second", "highest=50"),
          // All at once in a database that was cleaned, and in one that has other tables.
          List.of("migrate", "first", "second", "highest=50"),
          List.of(QUERY, "DROP TABLE sales.flyway_schema_history"),
          List.of(FAILS, "migrate", "first", "second", "highest=50"),
          List.of("baseline", "first", "second", "highest=50"),
          List.of("info", "first", "second", "highest=50"),
          List.of("clean", "first"));

  @Test
  void migratesAsOnOnePostgres() throws Exception {
    Toolchain.JVM.prepareOrSkip();
    List<ComparedCommand> compared =
        CommandComparison.requireSame(
            COMMANDS,
            (database, command) -> JvmTool.run(database, command, FlywayTest::run),
            JvmTool::shown);
    ApplicationsPage.check(
        Application.FLYWAY,
        Toolchain.JVM.version("flyway-database-postgresql"),
        Outcome.of(compared, JvmTool::name));
  }

  private static Program run(Database database, List<String> command)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.add(Toolchain.JVM.sources().resolve("flyway").toString());
    arguments.addAll(command);
    arguments.add(
        "place_goods=" + JvmTool.placement(database, "create_reference_table('stock.goods')"));
    arguments.add(
        "place_orders="
            + JvmTool.placement(database, "create_distributed_table('sales.orders', 'customer')"));
    return JvmTool.program("FlywayCommands", database, arguments);
  }
}
