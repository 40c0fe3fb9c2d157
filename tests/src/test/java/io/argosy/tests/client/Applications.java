package io.argosy.tests.client;

import io.argosy.tests.differential.Database;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs commands of the applications in {@code tests/clients/applications}. The first word is a
 * program of Python that stands there, {@code sql} with statements, {@code place} with statements
 * for Argosy alone, or a program that a package has brought.
 */
final class Applications {
  private static final String PLACE = "place";

  private Applications() {}

  /**
   * Runs a command, with the database in the variables that PostgreSQL's clients read.
   *
   * @param more what the environment has besides
   */
  static Program run(Database database, List<String> command, Map<String, String> more)
      throws Exception {
    String first = command.getFirst();
    if (first.equals(PLACE) && !database.distributed()) {
      return new Program(0, "", "");
    }
    List<String> full = new ArrayList<>();
    if (first.endsWith(".py")) {
      full.addAll(Toolchain.APPLICATIONS.command(first));
    } else if (first.equals("sql") || first.equals(PLACE)) {
      full.addAll(Toolchain.APPLICATIONS.command("sql.py"));
    } else {
      full.add(Toolchain.APPLICATIONS.folder().resolve("bin").resolve(first).toString());
    }
    full.addAll(command.subList(1, command.size()));
    Program done = Program.run(full, environment(database, more));
    // What placements answer is Argosy's own.
    return first.equals(PLACE) && !done.failed() ? new Program(0, "", "") : done;
  }

  static Map<String, String> environment(Database database, Map<String, String> more) {
    Map<String, String> environment = new HashMap<>(Toolchain.APPLICATIONS.environment());
    environment.putAll(addressOf(database));
    environment.putAll(more);
    return environment;
  }

  /** The variables in which PostgreSQL's clients find a database. */
  static Map<String, String> addressOf(Database database) {
    URI url = URI.create(url(database));
    return Map.of(
        "PGHOST",
        url.getHost(),
        "PGPORT",
        Integer.toString(url.getPort()),
        "PGUSER",
        "postgres",
        "PGDATABASE",
        "argosy");
  }

  /** The database's address as libpq reads it. */
  static String url(Database database) {
    return database.jdbcUrl().replaceFirst("^jdbc:", "");
  }
}
