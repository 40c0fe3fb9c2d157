package io.argosy.tests.drivers.suites;

import io.argosy.tests.client.JavaTools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs test classes of the JDBC driver on a server, some at a time in a process of their own, so
 * that one that hangs takes few others with it.
 *
 * @param reports the directory for what the processes write
 */
record PgjdbcRun(PgjdbcSources sources, PgjdbcServer server, Path reports) {
  private static final Logger LOG = LoggerFactory.getLogger(PgjdbcRun.class);

  private static final int CLASSES_AT_A_TIME = 20;

  /** A test that takes longer hangs, and fails. */
  private static final Duration TEST_LIMIT = Duration.ofMinutes(5);

  private static final Duration PROCESS_LIMIT = Duration.ofMinutes(90);

  SuiteResult run(List<String> classes) throws IOException, InterruptedException {
    SuiteResult result = new SuiteResult(Map.of());
    for (int i = 0; i < classes.size(); i += CLASSES_AT_A_TIME) {
      List<String> some = classes.subList(i, Math.min(i + CLASSES_AT_A_TIME, classes.size()));
      result = result.with(runTogether(some, reports.resolve(String.valueOf(i))));
      LOG.info("{}: {} classes, {} tests", reports, i + some.size(), result.tests().size());
    }
    return result;
  }

  private SuiteResult runTogether(List<String> classes, Path directory)
      throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Process process =
        new ProcessBuilder(command(classes, directory))
            .directory(sources.directory().toFile())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output.txt").toFile())
            .start();
    try {
      if (!process.waitFor(PROCESS_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        LOG.warn("{} took too long: {}", directory, classes);
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    return TestReports.read(directory);
  }

  private List<String> command(List<String> classes, Path directory) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of(JavaTools.jdk("java"), "-Xmx1536m"));
    command.addAll(List.of("-Duser.language=en", "-Duser.country=US"));
    // Some tests change the environment, which a library does by reflection.
    command.addAll(List.of("--add-opens", "java.base/java.util=ALL-UNNAMED"));
    command.addAll(List.of("--add-opens", "java.base/java.lang=ALL-UNNAMED"));
    property(command, "build.properties.relative.path", ".");
    property(command, "test.url.PGHOST", "localhost");
    property(command, "test.url.PGPORT", String.valueOf(server.port()));
    property(command, "test.url.PGDBNAME", PgjdbcServer.DATABASE);
    property(command, "user", PgjdbcServer.ROLE);
    property(command, "password", PgjdbcServer.PASSWORD);
    property(command, "privilegedUser", PgjdbcServer.SUPERUSER);
    property(command, "privilegedPassword", PgjdbcServer.PASSWORD);
    command.addAll(List.of("--class-path", sources.classPath()));
    command.addAll(List.of("org.junit.platform.console.ConsoleLauncher", "execute"));
    command.addAll(List.of("--disable-banner", "--disable-ansi-colors", "--details=tree"));
    command.add("--reports-dir=" + directory);
    configure(command, "junit.jupiter.extensions.autodetection.enabled", "true");
    configure(command, "junit.jupiter.execution.timeout.default", TEST_LIMIT.toSeconds() + " s");
    // A thread that waits for a server cannot be interrupted, but left behind.
    configure(command, "junit.jupiter.execution.timeout.thread.mode.default", "SEPARATE_THREAD");
    classes.forEach(name -> command.add("--select-class=" + name));
    return command;
  }

  private static void property(List<String> command, String name, String value) {
    command.add("-D" + name + "=" + value);
  }

  private static void configure(List<String> command, String name, String value) {
    command.add("--config=" + name + "=" + value);
  }
}
