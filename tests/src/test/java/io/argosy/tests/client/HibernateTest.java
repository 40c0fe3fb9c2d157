package io.argosy.tests.client;

import static io.argosy.tests.client.JvmTool.QUERY;

import io.argosy.tests.differential.Database;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Hibernate makes the tables of the entities in {@code tests/clients/jvm}, and works on them as
 * they are, and once they have been placed. Skipped where Hibernate cannot be installed.
 */
@Tag("slow")
@Tag("long")
class HibernateTest {
  private static final String PLACE = "place";
  private static final List<String> OBJECTS = List.of(QUERY, JvmTool.OBJECTS);
  private static final List<String> LARGE_OBJECTS =
      List.of(QUERY, "SELECT count(*) FROM pg_largeobject_metadata");

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("create"),
          List.of("validate"),
          OBJECTS,
          List.of("work"),
          LARGE_OBJECTS,
          List.of("update"),
          List.of("drop"),
          OBJECTS,
          List.of("create"),
          List.of(PLACE),
          List.of("validate"),
          List.of("work"),
          LARGE_OBJECTS,
          List.of("update"),
          List.of("drop"),
          OBJECTS);

  private static final List<String> PLACEMENTS =
      List.of(
          "create_reference_table('goods')",
          "create_distributed_table('orders', 'customer')",
          "create_distributed_table('document', 'id')",
          "create_distributed_table('payment', 'id')",
          "create_distributed_table('card', 'id', colocate_with => 'payment')",
          "create_distributed_table('transfer', 'id', colocate_with => 'payment')");

  @Test
  void worksAsOnOnePostgres() throws Exception {
    Toolchain.JVM.prepareOrSkip();
    List<ComparedCommand> compared =
        CommandComparison.requireSame(
            COMMANDS,
            (database, command) -> JvmTool.run(database, command, HibernateTest::run),
            JvmTool::shown);
    ApplicationsPage.check(
        Application.HIBERNATE,
        Toolchain.JVM.version("hibernate-core"),
        Outcome.of(compared, HibernateTest::name));
  }

  private static Optional<String> name(List<String> command) {
    return switch (command.getFirst()) {
      case PLACE, QUERY -> Optional.empty();
      case "work" ->
          Optional.of(
              "entities with @Lob, @Version, joined classes: HQL, criteria, locks, batches");
      default -> Optional.of("hbm2ddl.auto=" + command.getFirst());
    };
  }

  private static Program run(Database database, List<String> command)
      throws IOException, InterruptedException {
    if (!command.getFirst().equals(PLACE)) {
      return JvmTool.program("HibernateCommands", database, command);
    }
    String placements =
        PLACEMENTS.stream()
            .map(call -> JvmTool.placement(database, call))
            .collect(Collectors.joining("; ", "BEGIN; ", "; COMMIT"));
    return JvmTool.query(database, placements);
  }
}
