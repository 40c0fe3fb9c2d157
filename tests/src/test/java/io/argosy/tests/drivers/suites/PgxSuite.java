package io.argosy.tests.drivers.suites;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.tests.client.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tests of pgx, which its module brings, in the version that {@code clients/go} uses. */
final class PgxSuite implements OwnSuite {
  private static final String MODULE = "github.com/jackc/pgx/v5";
  private static final Path REQUIREMENTS = Path.of("clients", "go", "go.mod");
  private static final SuiteFolder FOLDER = SuiteFolder.of("pgx");
  private static final Duration PATIENCE = Duration.ofMinutes(60);

  /** They do something 100,000 times, and say nothing but how long that takes. */
  private static final String LONG = "TestConnExecBatchHuge|TestListenNotifyWhileBusyIsSafe";

  @Override
  public String driver() {
    return "pgx";
  }

  @Override
  public String version() throws IOException {
    Matcher version =
        Pattern.compile(Pattern.quote(MODULE) + " v(\\S+)").matcher(Files.readString(REQUIREMENTS));
    if (!version.find()) {
      throw new IllegalStateException("no version of " + MODULE + " in " + REQUIREMENTS);
    }
    return version.group(1);
  }

  @Override
  public void prepare() throws IOException, InterruptedException, UnavailableSuiteException {
    String wanted = MODULE + "@v" + version();
    FOLDER.fetchOnce(
        wanted,
        () -> {
          String module =
              SuiteFolder.require(
                  Map.of(),
                  "go",
                  "-C",
                  FOLDER.path().toString(),
                  "mod",
                  "download",
                  "-json",
                  wanted);
          String directory = new ObjectMapper().readTree(module).path("Dir").asText();
          SuiteFolder.require(Map.of(), "cp", "-r", directory, sources());
          SuiteFolder.require(Map.of(), "chmod", "-R", "u+w", sources());
          SuiteFolder.require(Map.of(), "go", "-C", sources(), "mod", "download");
        });
  }

  private static String sources() {
    return FOLDER.resolve("sources").toString();
  }

  @Override
  public List<String> definitions() {
    return List.of(
        "CREATE EXTENSION hstore",
        "CREATE EXTENSION ltree",
        "CREATE DOMAIN uint64 AS numeric(20,0)",
        "CREATE ROLE \" tricky, ' } \"\" \\ test user \" SUPERUSER LOGIN");
  }

  /**
   * One test at a time: a change in a transaction fails with 40001 when another test defines
   * something meanwhile, whichever that hits.
   */
  @Override
  public SuiteResult run(int port, Path reports) throws IOException, InterruptedException {
    String database = "host=127.0.0.1 port=%d user=postgres database=argosy".formatted(port);
    Program tests =
        Program.run(
            List.of(
                "go",
                "test",
                "-C",
                sources(),
                "-json",
                "-p=1",
                "-vet=off",
                "-count=1",
                "-timeout=30m",
                "-skip=^(" + LONG + ")$",
                "./..."),
            Map.of("PGX_TEST_DATABASE", database, "PGX_TEST_TCP_CONN_STRING", database),
            PATIENCE);
    Files.writeString(reports.resolve("output.json"), tests.output());
    Files.writeString(reports.resolve("errors.txt"), tests.errors());
    return GoEvents.read(tests.output());
  }
}
