import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.flywaydb.database.postgresql.PostgreSQLConfigurationExtension;

/**
 * A command of Flyway, on the schemas {@code sales} and {@code stock}:
 *
 * <pre>FlywayCommands URL MIGRATIONS COMMAND [FOLDER | PLACEHOLDER=VALUE]..</pre>
 */
public class FlywayCommands {
  private FlywayCommands() {}

  public static void main(String[] arguments) {
    List<String> locations = new ArrayList<>();
    Map<String, String> placeholders = new HashMap<>();
    for (String argument : Arrays.asList(arguments).subList(3, arguments.length)) {
      int equals = argument.indexOf('=');
      if (equals < 0) {
        locations.add("filesystem:" + arguments[1] + "/" + argument);
      } else {
        placeholders.put(argument.substring(0, equals), argument.substring(equals + 1));
      }
    }
    FluentConfiguration configuration =
        Flyway.configure()
            .dataSource(arguments[0], null, null)
            .schemas("sales", "stock")
            .locations(locations.toArray(String[]::new))
            .placeholders(placeholders)
            .ignoreMigrationPatterns(new String[0])
            .validateMigrationNaming(true)
            .cleanDisabled(false);
    // A lock that a transaction holds would keep CREATE INDEX CONCURRENTLY waiting for ever.
    configuration
        .getConfigurationExtension(PostgreSQLConfigurationExtension.class)
        .setTransactionalLock(false);
    try {
      run(configuration.load(), arguments[2]);
    } catch (FlywayException e) {
      System.out.println(e.getMessage());
      System.exit(1);
    }
  }

  private static void run(Flyway flyway, String command) {
    switch (command) {
      case "migrate" -> flyway.migrate();
      case "validate" -> flyway.validate();
      case "repair" -> flyway.repair();
      case "clean" -> flyway.clean();
      case "baseline" -> flyway.baseline();
      case "info" -> {
        for (MigrationInfo migration : flyway.info().all()) {
          System.out.println(
              String.join(
                  " | ",
                  String.valueOf(migration.getVersion()),
                  migration.getDescription(),
                  migration.getType().name(),
                  migration.getState().getDisplayName(),
                  String.valueOf(migration.getChecksum())));
        }
      }
      default -> throw new IllegalArgumentException(command);
    }
  }
}
