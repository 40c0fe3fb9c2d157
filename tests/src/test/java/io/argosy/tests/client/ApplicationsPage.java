package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The page of the documentation that says what was run of applications. Each one's rows are what
 * its test has found: the test writes them when it runs with {@code -Dgolden.update=true}, and
 * compares them otherwise. A test that is skipped leaves the rows as they are.
 */
final class ApplicationsPage {
  private static final Path PAGE = Path.of("..", "docs", "applications.md");

  private static final String HEAD =
      """
      # Applications

      What was run of applications and tools on an Argosy with three nodes, with tables that are not placed and with some
      that are, and on one PostgreSQL, and how it compares. "works": it ended the same way, and said the same, but for times
      and the like, and for Argosy's notice that a table that is made anew has no placement; "refused": Argosy gave the reason
      that stands there (SQLSTATE 0A000), and nothing has changed. Drivers have [a page of their own](drivers.md), and
      [tools.md](tools.md) says more about `psql` and `pg_dump`. The tests in the last column install the applications from the
      public registries, in these versions, and run them:
      `mvn -pl tests -am test -Pslow -Dtest=DbtTest -Dsurefire.failIfNoSpecifiedTests=false`. They write this page
      (`-Dgolden.update=true`): do not edit.

      | Application | Version | What was run | Outcome | Test |
      | --- | --- | --- | --- | --- |
      """;

  private ApplicationsPage() {}

  /** Compares an application's rows with what its test has found, or writes them. */
  static synchronized void check(Application application, String version, List<Outcome> outcomes) {
    List<String> found =
        outcomes.stream().map(outcome -> row(application, version, outcome)).toList();
    if (updates()) {
      Map<Application, List<String>> rows = new EnumMap<>(Application.class);
      for (Application each : Application.values()) {
        rows.put(each, rows(each));
      }
      rows.put(application, found);
      StringBuilder page = new StringBuilder(HEAD);
      rows.values().forEach(lines -> lines.forEach(line -> page.append(line).append('\n')));
      try {
        Files.writeString(PAGE, page);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    assertThat(rows(application))
        .as("rows of %s in %s, which -Dgolden.update=true writes", application.title(), PAGE)
        .isEqualTo(found);
  }

  /** The page has rows of every application, and nothing besides. */
  static synchronized void checkApplications() {
    List<String> expected = new ArrayList<>(HEAD.lines().toList());
    for (Application application : Application.values()) {
      List<String> rows = rows(application);
      assertThat(rows).as("rows of %s in %s", application.title(), PAGE).isNotEmpty();
      expected.addAll(rows);
    }
    assertThat(lines()).as(PAGE.toString()).isEqualTo(expected);
  }

  private static String row(Application application, String version, Outcome outcome) {
    List<String> cells =
        List.of(
            application.title(),
            version,
            outcome.commands(),
            outcome.outcome(),
            application.test().getSimpleName());
    return "| "
        + String.join(" | ", cells.stream().map(cell -> cell.replace("|", "\\|")).toList())
        + " |";
  }

  private static List<String> rows(Application application) {
    return lines().stream()
        .filter(line -> line.startsWith("| " + application.title() + " | "))
        .toList();
  }

  private static List<String> lines() {
    try {
      return Files.exists(PAGE) ? Files.readString(PAGE).lines().toList() : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean updates() {
    return Boolean.getBoolean("golden.update");
  }
}
