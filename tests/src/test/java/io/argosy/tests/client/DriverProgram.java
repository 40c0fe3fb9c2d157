package io.argosy.tests.client;

import io.argosy.tests.differential.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A driver of another language, by its program in {@code tests/clients}.
 *
 * @param name the program's name, as its toolchain knows it
 */
record DriverProgram(Toolchain toolchain, String name) implements DriverClient {
  @Override
  public void prepare() throws IOException, InterruptedException, MissingToolchainException {
    toolchain.prepare();
  }

  @Override
  public DriverReport run(Path behaviours, Database database)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(toolchain.command(name));
    command.add(behaviours.toString());
    command.add(url(database));
    Program done = Program.run(command, toolchain.environment());
    if (done.failed()) {
      throw new AssertionError(
          "%s on %s ended with %d%n%s%s"
              .formatted(name, database, done.status(), done.output(), done.errors()));
    }
    return DriverReport.parse(done.output().lines().toList());
  }

  /** In the form that libpq reads, with user and password where others look for them. */
  private static String url(Database database) {
    return database
        .jdbcUrl()
        .replaceFirst(
            "^jdbc:postgresql://(.*)\\?user=([^&]*)(?:&password=([^&]*))?&?",
            "postgresql://$2:$3@$1?")
        .replace(":@", "@")
        .replaceFirst("\\?$", "");
  }
}
