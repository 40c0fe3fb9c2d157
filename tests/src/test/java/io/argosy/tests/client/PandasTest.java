package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.PlainPostgres;
import io.argosy.tests.differential.Server;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * pandas writes rows into a distributed table over SQLAlchemy and reads them back. Skipped where it
 * cannot be installed.
 */
@Tag("slow")
@Tag("long")
class PandasTest {
  private static final String TABLE =
      "CREATE TABLE frames (id bigint PRIMARY KEY, name text NOT NULL, price float8, flag bool,"
          + " at timestamp, note text)";

  private static final String PLACEMENT = "SELECT create_distributed_table('frames', 'id')";

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("sql", TABLE),
          List.of("place", PLACEMENT),
          List.of("frames.py", "write", "psycopg", "none"),
          List.of("frames.py", "read", "psycopg"),
          List.of("sql", "TRUNCATE frames"),
          List.of("frames.py", "write", "psycopg", "multi"),
          List.of("frames.py", "read", "psycopg2"),
          List.of("sql", "TRUNCATE frames"),
          List.of("frames.py", "write", "psycopg2", "none"),
          List.of("frames.py", "read", "psycopg"),
          List.of("sql", "TRUNCATE frames"),
          List.of("frames.py", "write", "psycopg2", "multi"),
          List.of("frames.py", "read", "psycopg2"),
          List.of("frames.py", "replace", "psycopg"),
          List.of("frames.py", "read", "psycopg"));

  @Test
  void writesAndReadsAsOnOnePostgres() throws Exception {
    Toolchain.APPLICATIONS.prepareOrSkip();
    List<ComparedCommand> compared =
        CommandComparison.requireSame(
            COMMANDS,
            (database, command) -> {
              Program done = Applications.run(database, command, Map.of());
              assertThat(done.status()).as(command + ": " + done.errors()).isZero();
              return done;
            },
            said -> said);
    ApplicationsPage.check(
        Application.PANDAS,
        Toolchain.APPLICATIONS.version("pandas"),
        Outcome.of(compared, PandasTest::name));
  }

  private static Optional<String> name(List<String> command) {
    if (!command.getFirst().equals("frames.py")) {
      return Optional.empty();
    }
    String driver = " over " + command.get(2);
    return Optional.of(
        switch (command.get(1)) {
          case "write" ->
              command.get(3).equals("none") ? "to_sql" + driver : "to_sql(method='multi')" + driver;
          case "replace" -> "to_sql(if_exists='replace')" + driver;
          default -> "read_sql, read_sql_table" + driver;
        });
  }

  /**
   * Both take turns, after some to warm up. The default method of psycopg2 is not among them: it
   * waits for the answer to each row, and takes seven times as long.
   */
  @ParameterizedTest
  @CsvSource({"psycopg, multi", "psycopg2, multi", "psycopg, none"})
  void takesAtMostThreeTimesAsLong(String driver, String method) throws Exception {
    Toolchain.APPLICATIONS.prepareOrSkip();
    try (Server postgres = PlainPostgres.start(List.of());
        Server argosy = Target.ARGOSY.start()) {
      for (Server server : List.of(postgres, argosy)) {
        Applications.run(server, List.of("sql", TABLE), Map.of());
        Applications.run(server, List.of("place", PLACEMENT), Map.of());
      }
      Program done =
          Applications.run(
              argosy,
              List.of(
                  "frames.py",
                  "speed",
                  driver,
                  method,
                  Applications.url(postgres),
                  Applications.url(argosy)),
              Map.of());
      assertThat(done.status()).as(done.errors()).isZero();
      assertThat(Double.parseDouble(done.output().split(" ")[0]))
          .as(done.output())
          .isLessThanOrEqualTo(3);
    }
  }
}
