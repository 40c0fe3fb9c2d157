package io.argosy.tests.drivers.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a suite does on Argosy, beside what it does on one PostgreSQL.
 *
 * @param passedOnBoth how many tests passed on both
 * @param failedOnBoth how many failed on both, which says nothing of Argosy
 * @param skippedOnBoth how many were skipped on both
 * @param onlyOnPostgres the tests that passed on Argosy and not on PostgreSQL
 * @param explained how many tests failed only on Argosy, by the known reasons
 * @param unexplained the tests that failed only on Argosy for no known reason, with what was said
 * @param unneeded the names in the list of known failures that stand for no test that failed so
 */
record SuiteComparison(
    int passedOnBoth,
    int failedOnBoth,
    int skippedOnBoth,
    SortedMap<String, String> onlyOnPostgres,
    SortedMap<String, Integer> explained,
    SortedMap<String, String> unexplained,
    SortedSet<String> unneeded) {
  private static final Logger LOG = LoggerFactory.getLogger(SuiteComparison.class);

  /** A test that one of the servers has not come to counts as failed there. */
  static SuiteComparison of(SuiteResult postgres, SuiteResult argosy, KnownFailures known) {
    int passedOnBoth = 0;
    int failedOnBoth = 0;
    int skippedOnBoth = 0;
    SortedMap<String, String> onlyOnPostgres = new TreeMap<>();
    SortedMap<String, String> onlyOnArgosy = new TreeMap<>();
    for (String test : postgres.namesWith(argosy)) {
      TestResult there = postgres.of(test).orElse(TestResult.MISSING);
      TestResult here = argosy.of(test).orElse(TestResult.MISSING);
      if (there.ending() == here.ending()) {
        switch (here.ending()) {
          case PASSED -> passedOnBoth++;
          case FAILED -> failedOnBoth++;
          case SKIPPED -> skippedOnBoth++;
        }
      } else if (here.passed() || there.ending() == Ending.FAILED) {
        onlyOnPostgres.put(test, there.message());
      } else {
        onlyOnArgosy.put(test, here.message());
      }
    }
    SortedMap<String, Integer> explained = new TreeMap<>();
    SortedMap<String, String> unexplained = new TreeMap<>();
    for (Map.Entry<String, String> failure : onlyOnArgosy.entrySet()) {
      known
          .reason(failure.getKey())
          .ifPresentOrElse(
              reason -> explained.merge(reason, 1, Integer::sum),
              () -> unexplained.put(failure.getKey(), failure.getValue()));
    }
    return new SuiteComparison(
        passedOnBoth,
        failedOnBoth,
        skippedOnBoth,
        onlyOnPostgres,
        explained,
        unexplained,
        known.unneeded(onlyOnArgosy.keySet()));
  }

  /**
   * Fails for what a person must look at, and leaves it to be read.
   *
   * @param reports the directory of what the tests wrote, for {@code comparison.txt}
   * @param whole whether all tests of the suite were to run
   */
  void check(Path reports, boolean whole) throws IOException {
    LOG.info("{}", this);
    Files.createDirectories(reports);
    Files.writeString(reports.resolve("comparison.txt"), toString());
    assertThat(passedOnBoth).as("tests that passed").isPositive();
    assertThat(unexplained).as("tests that fail only on Argosy").isEmpty();
    if (whole) {
      assertThat(unneeded).as("listed failures that are no longer there").isEmpty();
    }
  }

  /** What a person reads of it. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("%d tests passed on both servers%n".formatted(passedOnBoth))
        .append("%d failed on both%n".formatted(failedOnBoth))
        .append("%d were skipped on both%n".formatted(skippedOnBoth));
    explained.forEach(
        (reason, count) -> text.append("%d failed only on Argosy: %s%n".formatted(count, reason)));
    unexplained.forEach(
        (test, message) ->
            text.append("failed only on Argosy, with no reason listed: %s%n".formatted(test))
                .append("  %s%n".formatted(message.lines().findFirst().orElse(""))));
    onlyOnPostgres.forEach(
        (test, message) ->
            text.append("failed or was skipped only on PostgreSQL: %s%n".formatted(test))
                .append("  %s%n".formatted(message.lines().findFirst().orElse(""))));
    unneeded.forEach(test -> text.append("listed, and did not fail: %s%n".formatted(test)));
    return text.toString();
  }
}
