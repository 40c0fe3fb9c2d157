package io.argosy.tests.drivers.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The second part of the page about drivers: what the drivers' own tests say. Each test of a suite
 * writes what it has found of one driver when it runs with {@code -Dmatrix.update=true}, and
 * compares the reasons otherwise; the numbers of tests depend a little on the machine. The part
 * above is another test's.
 */
public final class SuitesPage {
  private static final Path PAGE = Path.of("..", "docs", "drivers.md");
  private static final String TITLE = "## The drivers' own suites\n";

  private static final String HEAD =
      TITLE
          + """

          Drivers have tests of their own. Those of the drivers below were run on Argosy with three nodes, on which
          their tables have no placement, and on one PostgreSQL, and compared by their names. What fails on Argosy only
          is listed with the reason; `tests/src/test/resources/drivers` names the tests. Written by tests, too
          (`PgjdbcSuiteTest` takes 17 minutes):
          `mvn -pl tests -am test -Pslow -Dtest=OwnSuitesTest,PgjdbcSuiteTest -Dsurefire.failIfNoSpecifiedTests=false -Dmatrix.update=true`.

          | suite | version | tests | passed on both | failed or skipped on both | only PostgreSQL fails or skips | only Argosy fails or skips |
          | --- | --- | --- | --- | --- | --- | --- |
          """;

  private SuitesPage() {}

  /** The first part of the page. */
  public static String matrixIn(String page) {
    int end = page.indexOf(TITLE);
    return end < 0 ? page : page.substring(0, end).strip() + "\n";
  }

  /** The page with another first part. */
  public static String withMatrix(String page, String matrix) {
    int start = page.indexOf(TITLE);
    return start < 0 ? matrix : matrix.strip() + "\n\n" + page.substring(start);
  }

  /** Compares what is told of a suite with what has been found, or writes it. */
  static synchronized void check(String driver, String version, SuiteComparison found)
      throws IOException {
    String page = Files.exists(PAGE) ? Files.readString(PAGE) : "";
    List<String> reasons =
        found.explained().entrySet().stream()
            .map(
                reason ->
                    "- %s, %d tests: %s".formatted(driver, reason.getValue(), reason.getKey()))
            .toList();
    if (Boolean.getBoolean("matrix.update")) {
      page = with(page, driver, row(driver, version, found), reasons);
      Files.writeString(PAGE, page);
    }
    assertThat(lines(page, "- " + driver + ", "))
        .as("reasons of %s in %s, which -Dmatrix.update=true writes", driver, PAGE)
        .isEqualTo(reasons);
    assertThat(lines(page, "| %s | %s | ".formatted(driver, version)))
        .as("row of %s in %s", driver, PAGE)
        .hasSize(1);
  }

  static String with(String page, String driver, String row, List<String> reasons) {
    Map<String, String> rows = new TreeMap<>();
    Map<String, List<String>> lists = new TreeMap<>();
    String known = page.substring(matrixIn(page).length()).strip();
    for (String line : known.lines().skip(HEAD.lines().count()).toList()) {
      if (line.startsWith("| ")) {
        rows.put(line.substring(2, line.indexOf(" |", 2)), line);
      } else if (line.startsWith("- ")) {
        lists
            .computeIfAbsent(line.substring(2, line.indexOf(',')), added -> new ArrayList<>())
            .add(line);
      }
    }
    rows.put(driver, row);
    lists.put(driver, reasons);
    StringBuilder suites = new StringBuilder(HEAD);
    rows.values().forEach(line -> suites.append(line).append('\n'));
    suites.append("\nWhat only Argosy fails:\n\n");
    lists.values().forEach(lines -> lines.forEach(line -> suites.append(line).append('\n')));
    return (matrixIn(page).strip() + "\n\n" + suites).strip() + "\n";
  }

  private static String row(String driver, String version, SuiteComparison found) {
    int here = found.unexplained().size();
    for (int count : found.explained().values()) {
      here += count;
    }
    int neither = found.failedOnBoth() + found.skippedOnBoth();
    int there = found.onlyOnPostgres().size();
    int all = found.passedOnBoth() + neither + there + here;
    return "| %s | %s | %d | %d | %d | %d | %d |"
        .formatted(driver, version, all, found.passedOnBoth(), neither, there, here);
  }

  private static List<String> lines(String page, String beginning) {
    return page.substring(matrixIn(page).length())
        .lines()
        .filter(line -> line.startsWith(beginning))
        .toList();
  }
}
