package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.Server;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * PostgreSQL's programs that make and drop roles and databases, and that go through all databases.
 * They connect to databases of their own choice. Skipped where those of the servers' version cannot
 * be installed.
 */
@Tag("slow")
class AdministrationProgramsTest {
  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("createuser", "--createdb", "program_user"),
          List.of("createdb", "--owner=program_user", "program_data", "of a test"),
          List.of(
              "psql",
              "--username=program_user",
              "--dbname=program_data",
              "-XAt",
              "--command=CREATE TABLE t (id int PRIMARY KEY)",
              "--command=INSERT INTO t SELECT generate_series(1, 9)",
              "--command=CREATE MATERIALIZED VIEW m AS SELECT sum(id) FROM t",
              "--command=SELECT current_database(), current_user, count(*) FROM t, m"),
          List.of("createdb", "--template=program_data", "program_copy"),
          List.of("psql", "--dbname=program_copy", "-XAt", "--command=SELECT * FROM m"),
          List.of("createdb", "program_copy"),
          List.of("pg_isready", "--quiet"),
          List.of("pg_dumpall", "--globals-only"),
          List.of("vacuumdb", "--all", "--quiet", "--analyze"),
          List.of("clusterdb", "--all", "--quiet"),
          List.of("dropuser", "program_user"),
          List.of("dropdb", "program_copy"),
          List.of("dropdb", "--force", "program_data"),
          List.of("dropuser", "program_user"),
          List.of("dropdb", "program_data"),
          List.of("dropdb", "--if-exists", "program_data"),
          List.of("psql", "--dbname=postgres", "-XAt", "--command=SELECT current_database()"));

  @Test
  void administerAsOnePostgres() throws Exception {
    Toolchain.POSTGRES.prepareOrSkip();
    List<ComparedCommand> compared =
        CommandComparison.requireSame(
            COMMANDS, AdministrationProgramsTest::run, AdministrationProgramsTest::shown);
    ApplicationsPage.check(
        Application.ADMINISTRATION,
        Toolchain.postgresProgramsVersion(),
        Outcome.of(compared, AdministrationProgramsTest::name));
  }

  /** Without names and values. */
  private static Optional<String> name(List<String> command) {
    return Optional.of(
            command.stream()
                .filter(word -> command.getFirst().equals(word) || word.startsWith("--"))
                .map(word -> word.replaceFirst("=.*", ""))
                .collect(Collectors.joining(" ")))
        .filter(name -> !name.startsWith("psql"));
  }

  @Test
  void dumpsAllDatabases() throws Exception {
    Toolchain.POSTGRES.prepareOrSkip();
    try (Server argosy = Target.ARGOSY.start()) {
      assertThat(run(argosy, List.of("createdb", "program_data")).failed()).isFalse();
      Program done = run(argosy, List.of("pg_dumpall"));
      assertThat(done.status()).as(done.errors()).isZero();
      assertThat(done.output())
          .contains("\\connect template1", "CREATE DATABASE program_data", "\\connect postgres");
    }
  }

  private static String shown(String said) {
    return said.replaceAll("(?m)^.u?n?restrict .*$", "")
        // A role that the nodes' servers have for the machine's administrator.
        .replaceAll("(?m)^(CREATE|ALTER) ROLE root.*\n", "")
        .replaceAll("port [0-9]+", "port");
  }

  private static Program run(Database database, List<String> arguments) throws Exception {
    URI url = URI.create(database.jdbcUrl().replaceFirst("^jdbc:", ""));
    List<String> command = new ArrayList<>(arguments);
    command.set(0, Toolchain.postgresProgram(arguments.getFirst()).toString());
    return Program.run(
        command,
        Map.of(
            "PGHOST",
            url.getHost(),
            "PGPORT",
            Integer.toString(url.getPort()),
            "PGUSER",
            "postgres"));
  }
}
