package io.argosy.tests.client;

import static io.argosy.tests.client.CommandComparison.REFUSED;

import io.argosy.tests.differential.Database;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sequelize makes the tables and enumerated types of the models in {@code tests/clients/sequelize},
 * works on them and alters them, as they are and once they have been placed. Skipped where it
 * cannot be installed.
 */
@Tag("slow")
@Tag("long")
class SequelizeTest {
  private static final String PLACE = "place";
  private static final String LATER = "later";
  private static final String FIND_OR_CREATE = "findOrCreate";
  private static final String PLACED = "placed";

  private static final List<String> PLACEMENTS =
      List.of(
          "create_distributed_table('customers', 'id')",
          "create_distributed_table('orders', 'customerId', colocate_with => 'customers')",
          "create_reference_table('notes')");

  private static final List<List<String>> WORK =
      List.of(
          List.of("sync"),
          List.of("describe"),
          List.of("create"),
          List.of("find"),
          List.of("update"),
          List.of("upsert"),
          List.of("findCreateFind"),
          List.of("transaction"),
          List.of("wrong"),
          List.of("migrate"),
          List.of("destroy"),
          List.of("describe"),
          List.of("alter", LATER),
          List.of("describe", LATER),
          List.of("find", LATER),
          List.of("alter", LATER));

  @Test
  void worksAsOnOnePostgres() throws Exception {
    Toolchain.SEQUELIZE.prepareOrSkip();
    List<List<String>> commands = new ArrayList<>();
    commands.add(List.of("sync"));
    commands.addAll(WORK);
    commands.add(List.of(FIND_OR_CREATE, LATER));
    commands.add(List.of("drop", LATER));
    commands.add(List.of("describe"));
    commands.add(List.of("sync"));
    commands.add(List.of(PLACE));
    commands.addAll(WORK);
    // Creates in a function of its own, which would have a row as a variable.
    commands.add(List.of(REFUSED, FIND_OR_CREATE, LATER, PLACED));
    commands.add(List.of("force"));
    commands.add(List.of("describe"));
    commands.add(List.of("drop"));
    List<ComparedCommand> compared =
        CommandComparison.requireSame(commands, SequelizeTest::run, said -> said);
    ApplicationsPage.check(
        Application.SEQUELIZE,
        Toolchain.SEQUELIZE.version("sequelize"),
        Outcome.of(compared, SequelizeTest::name));
  }

  private static Optional<String> name(List<String> command) {
    return switch (command.getFirst()) {
      case PLACE, "describe" -> Optional.empty();
      case "sync" -> Optional.of("sync()");
      case "alter" -> Optional.of("sync({ alter: true })");
      case "force" -> Optional.of("sync({ force: true })");
      case "find" -> Optional.of("findAll with include");
      case "migrate" -> Optional.of("QueryInterface: addColumn, changeColumn to ENUM, addIndex ..");
      case "wrong" -> Optional.of("values that are in no ENUM");
      case FIND_OR_CREATE ->
          Optional.of(FIND_OR_CREATE + (command.contains(PLACED) ? " in a distributed table" : ""));
      default -> Optional.of(command.getFirst());
    };
  }

  private static Program run(Database database, List<String> command) throws Exception {
    if (command.getFirst().equals(PLACE)) {
      String placements =
          PLACEMENTS.stream()
              .map(call -> JvmTool.placement(database, call))
              .collect(Collectors.joining("; ", "BEGIN; ", "; COMMIT"));
      return JvmTool.query(database, placements);
    }
    List<String> full = new ArrayList<>(Toolchain.SEQUELIZE.command("commands.js"));
    full.addAll(command);
    Map<String, String> environment = new HashMap<>(Toolchain.SEQUELIZE.environment());
    environment.putAll(Applications.addressOf(database));
    return Program.run(full, environment);
  }
}
