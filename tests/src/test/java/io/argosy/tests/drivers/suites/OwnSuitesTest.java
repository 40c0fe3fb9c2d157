package io.argosy.tests.drivers.suites;

import static org.junit.jupiter.api.Assumptions.abort;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.tests.client.Program;
import io.argosy.tests.cluster.TestCluster;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The tests that drivers of Go and Python have of their own, on one PostgreSQL and on Argosy with
 * three nodes, on which their tables have no placement. Skipped where they cannot be had. What they
 * wrote, and the comparison, is in {@code target/drivers}.
 */
@Tag("slow")
@Tag("long")
@Timeout(3 * 3600)
class OwnSuitesTest {
  private static final Path REPORTS = Path.of("target", "drivers").toAbsolutePath();

  @TempDir private Path folder;

  static Stream<OwnSuite> suites() {
    return Stream.of(new PgxSuite(), new AsyncpgSuite(), new Psycopg2Suite())
        .filter(suite -> System.getProperty("suite", suite.driver()).equals(suite.driver()));
  }

  @ParameterizedTest
  @MethodSource("suites")
  void passesWhereItPassesOnOnePostgres(OwnSuite suite) throws Exception {
    try {
      suite.prepare();
    } catch (UnavailableSuiteException e) {
      abort("the tests of " + suite.driver() + " cannot be had here: " + e.getMessage());
    }
    SuiteResult postgres;
    try (EmbeddedServer server = EmbeddedServer.start(folder.resolve("postgres"), Map.of())) {
      String url = server.jdbcUrl() + "?user=postgres";
      postgres = results(suite, "postgres", url, server.port());
    }
    SuiteResult argosy;
    try (TestCluster cluster = TestCluster.start(3)) {
      int port = cluster.cluster().port();
      argosy = results(suite, "argosy", cluster.jdbcUrl(), port);
    }

    SuiteComparison comparison =
        SuiteComparison.of(
            postgres, argosy, KnownFailures.read("/drivers/" + suite.driver() + ".txt"));
    comparison.check(REPORTS.resolve(suite.driver()), true);
    SuitesPage.check(suite.driver(), suite.version(), comparison);
  }

  private static SuiteResult results(OwnSuite suite, String name, String url, int port)
      throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String definition : suite.definitions()) {
        statement.execute(definition);
      }
    }
    Path reports = REPORTS.resolve(suite.driver()).resolve(name);
    Program.run(List.of("rm", "-rf", reports.toString()), Map.of());
    return suite.run(port, Files.createDirectories(reports));
  }
}
