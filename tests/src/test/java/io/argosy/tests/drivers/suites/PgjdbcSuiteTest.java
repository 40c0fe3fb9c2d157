package io.argosy.tests.drivers.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The tests that PostgreSQL's JDBC driver has of its own, on one PostgreSQL and on Argosy with
 * three nodes, on which their tables have no placement. It takes 17 minutes. Skipped where the
 * sources cannot be had. What the processes wrote, and the comparison, is in {@code
 * target/drivers/pgjdbc}; {@code -Dpgjdbc.classes=CopyTest,ArrayTest} runs these only.
 */
@Tag("slow")
@Tag("long")
@Timeout(3 * 3600)
class PgjdbcSuiteTest {
  private static final Path REPORTS = Path.of("target", "drivers", "pgjdbc").toAbsolutePath();
  private static final String CHOSEN = System.getProperty("pgjdbc.classes", "");

  private static PgjdbcSources sources;

  @TempDir private Path folder;

  @BeforeAll
  static void fetch() throws IOException, InterruptedException {
    try {
      sources = PgjdbcSources.get();
    } catch (UnavailableSuiteException e) {
      abort("the driver's sources cannot be had here: " + e.getMessage());
    }
  }

  @Test
  void passesWhereItPassesOnOnePostgres() throws Exception {
    List<String> classes = classes();
    assertThat(classes).as("test classes called " + CHOSEN).isNotEmpty();
    SuiteResult postgres;
    try (PgjdbcServer server = PgjdbcServer.postgres(folder)) {
      postgres = new PgjdbcRun(sources, server, REPORTS.resolve("postgres")).run(classes);
    }
    SuiteResult argosy;
    try (PgjdbcServer server = PgjdbcServer.argosy(folder)) {
      argosy = new PgjdbcRun(sources, server, REPORTS.resolve("argosy")).run(classes);
    }

    SuiteComparison comparison =
        SuiteComparison.of(postgres, argosy, KnownFailures.read("/drivers/pgjdbc.txt"));
    comparison.check(REPORTS, CHOSEN.isEmpty());
    if (CHOSEN.isEmpty()) {
      SuitesPage.check("pgjdbc", sources.version(), comparison);
    }
  }

  private static List<String> classes() throws IOException {
    List<String> all = sources.testClasses();
    List<String> chosen = List.of(CHOSEN.split(","));
    return CHOSEN.isEmpty()
        ? all
        : all.stream()
            .filter(name -> chosen.contains(name.substring(name.lastIndexOf('.') + 1)))
            .toList();
  }
}
