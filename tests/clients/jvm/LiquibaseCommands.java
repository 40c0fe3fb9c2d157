import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import liquibase.Scope;
import liquibase.command.CommandScope;
import liquibase.exception.CommandExecutionException;
import liquibase.resource.DirectoryResourceAccessor;

/**
 * A command of Liquibase for {@code changelog.xml}:
 *
 * <pre>LiquibaseCommands URL FOLDER COMMAND [ARGUMENT=VALUE | -PROPERTY=VALUE]..</pre>
 *
 * Properties are those of the changelog.
 */
public class LiquibaseCommands {
  private static final List<String> WITHOUT_CHANGELOG = List.of("dropAll", "snapshot", "diff");

  private LiquibaseCommands() {}

  public static void main(String[] arguments) throws Exception {
    Logger.getLogger("liquibase").setLevel(Level.WARNING);
    String name = arguments[2];
    CommandScope command = new CommandScope(name);
    command.addArgumentValue("url", arguments[0]);
    if (name.equals("diff")) {
      // With itself, as two connections see it.
      command.addArgumentValue("referenceUrl", arguments[0]);
    }
    if (name.equals("generateChangelog")) {
      command.setOutput(System.out);
    } else if (!WITHOUT_CHANGELOG.contains(name)) {
      command.addArgumentValue("changelogFile", "changelog.xml");
    }
    for (String argument : Arrays.asList(arguments).subList(3, arguments.length)) {
      String key = argument.substring(0, argument.indexOf('='));
      String value = argument.substring(argument.indexOf('=') + 1);
      if (key.startsWith("-")) {
        System.setProperty(key.substring(1), value);
      } else {
        command.addArgumentValue(key, value);
      }
    }
    try (DirectoryResourceAccessor folder = new DirectoryResourceAccessor(Path.of(arguments[1]))) {
      Scope.child(Map.of(Scope.Attr.resourceAccessor.name(), folder), command::execute);
    } catch (CommandExecutionException e) {
      System.out.println(e.getMessage());
      System.exit(1);
    }
  }
}
