package io.argosy.tests.drivers.suites;

import io.argosy.tests.client.Program;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tests in the archive of sources of a driver of Python, in the version that {@code
 * clients/suites} names. The driver that they test is the one that is installed.
 */
abstract class PythonSuite implements OwnSuite {
  private static final Path REQUIREMENTS =
      Path.of("clients", "suites", "requirements.txt").toAbsolutePath();
  private static final Duration PATIENCE = Duration.ofMinutes(60);

  /** A test that takes longer hangs, and fails. */
  private static final Duration TEST_LIMIT = Duration.ofMinutes(5);

  private final String driver;
  private final String installed;
  private final List<String> measuring;
  private final SuiteFolder folder;

  /**
   * @param driver the name of the archive
   * @param installed the name of the package that is installed
   * @param measuring tests that say nothing but how long something takes, which nobody runs
   */
  PythonSuite(String driver, String installed, List<String> measuring) {
    this.driver = driver;
    this.installed = installed;
    this.measuring = measuring;
    folder = SuiteFolder.of(driver);
  }

  /** The database in the variables that the tests read. */
  abstract Map<String, String> environment(int port);

  @Override
  public final String driver() {
    return driver;
  }

  @Override
  public final String version() throws IOException {
    Matcher version =
        Pattern.compile("(?m)^" + Pattern.quote(installed) + "==(.+)$")
            .matcher(Files.readString(REQUIREMENTS));
    if (!version.find()) {
      throw new IllegalStateException("no version of " + installed + " in " + REQUIREMENTS);
    }
    return version.group(1);
  }

  @Override
  public final void prepare() throws IOException, InterruptedException, UnavailableSuiteException {
    folder.fetchOnce(
        Files.readString(REQUIREMENTS),
        () -> {
          SuiteFolder.require(Map.of(), "python3", "-m", "venv", folder.path().toString());
          SuiteFolder.require(
              Map.of(), program("pip"), "install", "--quiet", "-r", REQUIREMENTS.toString());
          fetchTests();
        });
  }

  /**
   * The archive is described before it is kept, which the packages that build it are needed for.
   */
  private void fetchTests() throws IOException, InterruptedException, UnavailableSuiteException {
    String archive = driver + "-" + version();
    SuiteFolder.require(
        Map.of("PATH", configuration() + File.pathSeparator + System.getenv("PATH")),
        program("pip"),
        "download",
        "--quiet",
        "--no-deps",
        "--no-build-isolation",
        "--no-binary=:all:",
        "--dest=" + folder.path(),
        driver + "==" + version());
    Files.createDirectories(folder.resolve("sources"));
    SuiteFolder.require(
        Map.of(),
        "tar",
        "--extract",
        "--file=" + folder.resolve(archive + ".tar.gz"),
        "--directory=" + folder.resolve("sources"),
        "--strip-components=1",
        archive + "/tests");
  }

  /** Some ask which PostgreSQL they are to be built for, which they are not. */
  private Path configuration() throws IOException {
    Path programs = Files.createDirectories(folder.resolve("configuration"));
    Path program = Files.writeString(programs.resolve("pg_config"), "#!/bin/sh\necho 18.0\n");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return programs;
  }

  private String program(String name) {
    return folder.resolve("bin").resolve(name).toString();
  }

  @Override
  public final SuiteResult run(int port, Path reports) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(program("python"), "-m", "pytest", "-p", "no:cacheprovider", "--quiet"));
    command.add("--rootdir=" + folder.resolve("sources"));
    command.add("--timeout=" + TEST_LIMIT.toSeconds());
    command.add("--junitxml=" + reports.resolve("TEST-" + driver + ".xml"));
    measuring.forEach(test -> command.add("--deselect=" + test));
    command.add(folder.resolve("sources").resolve("tests").toString());
    Program tests = Program.run(command, environment(port), PATIENCE);
    Files.writeString(reports.resolve("output.txt"), tests.output());
    Files.writeString(reports.resolve("errors.txt"), tests.errors());
    return TestReports.read(reports);
  }
}
