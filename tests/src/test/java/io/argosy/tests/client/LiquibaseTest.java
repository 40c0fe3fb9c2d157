package io.argosy.tests.client;

import static io.argosy.tests.client.JvmTool.QUERY;

import io.argosy.tests.differential.Database;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Liquibase's commands for the changelog in {@code tests/clients/jvm/liquibase}, which places two
 * tables halfway. Skipped where Liquibase cannot be installed.
 */
@Tag("slow")
@Tag("long")
class LiquibaseTest {
  private static final List<String> OBJECTS = List.of(QUERY, JvmTool.OBJECTS);
  private static final List<String> CUSTOMERS =
      List.of(QUERY, "SELECT id, name, joined, rating FROM shop.customers ORDER BY id");
  private static final List<String> ORDERS =
      List.of(
          QUERY,
          "SELECT customer, number, amount, state, details FROM shop.orders"
              + " ORDER BY customer, number");

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("validate"),
          List.of("status", "verbose=true"),
          List.of("updateToTag", "tag=half"),
          List.of(QUERY, "SELECT shop.total_of(2)"),
          List.of(QUERY, "SELECT text FROM shop.notes ORDER BY id"),
          OBJECTS,
          CUSTOMERS,
          ORDERS,
          List.of("rollbackCount", "count=3"),
          List.of("status", "verbose=true"),
          List.of("update"),
          List.of("status", "verbose=true"),
          List.of("update"),
          OBJECTS,
          CUSTOMERS,
          ORDERS,
          List.of(QUERY, "SELECT customer, paid FROM shop.paid ORDER BY customer"),
          List.of(
              QUERY,
              "SELECT id, author, filename, orderexecuted, exectype, description, tag FROM"
                  + " databasechangelog ORDER BY orderexecuted"),
          List.of("history"),
          List.of("listLocks"),
          List.of("diff", "schemas=shop,public"),
          List.of("snapshot", "schemas=shop"),
          List.of("generateChangelog", "schemas=shop"),
          List.of("rollbackCount", "count=4"),
          OBJECTS,
          List.of("rollback", "tag=placed"),
          List.of("update"),
          ORDERS,
          List.of("tag", "tag=all"),
          List.of("tagExists", "tag=all"),
          List.of("clearChecksums"),
          List.of("update"),
          List.of("dropAll", "schemas=shop"),
          OBJECTS,
          List.of("dropAll"),
          OBJECTS);

  @Test
  void changesAsOnOnePostgres() throws Exception {
    Toolchain.JVM.prepareOrSkip();
    List<ComparedCommand> compared =
        CommandComparison.requireSame(
            COMMANDS,
            (database, command) -> JvmTool.run(database, command, LiquibaseTest::run),
            LiquibaseTest::shown);
    ApplicationsPage.check(
        Application.LIQUIBASE,
        Toolchain.JVM.version("liquibase-core"),
        Outcome.of(compared, JvmTool::name));
  }

  private static Program run(Database database, List<String> command)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>();
    arguments.add(Toolchain.JVM.sources().resolve("liquibase").toString());
    arguments.addAll(command);
    arguments.add(
        "-place_customers="
            + JvmTool.placement(database, "create_distributed_table('shop.customers', 'id')"));
    arguments.add(
        "-place_orders="
            + JvmTool.placement(database, "create_distributed_table('shop.orders', 'customer')"));
    return JvmTool.program("LiquibaseCommands", database, arguments);
  }

  /** Without names that are made of the time, and the spaces that make columns of a width. */
  private static String shown(String said) {
    return JvmTool.shown(said)
        .replaceAll("id=\"[0-9]+-", "id=\"")
        .replaceAll("\\| [0-9]{10} ", "| deployment ")
        .replaceAll("[0-9]+/[0-9]+/[0-9]+, [0-9]+:[0-9]+\\h[AP]M", "date")
        .replaceAll("-+", "-")
        .replaceAll(" +", " ");
  }
}
