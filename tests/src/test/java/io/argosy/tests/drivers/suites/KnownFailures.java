package io.argosy.tests.drivers.suites;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The tests of a suite that are known to fail only on Argosy, with the reasons. The list may only
 * become shorter. A reason stands on a line of its own, and below it, indented, the names of the
 * tests that fail for it. A name stands for all runs of a test with parameters.
 */
final class KnownFailures {
  private final Map<String, String> reasons;

  private KnownFailures(Map<String, String> reasons) {
    this.reasons = reasons;
  }

  /** The list in a resource. */
  static KnownFailures read(String resource) {
    try (InputStream list = KnownFailures.class.getResourceAsStream(resource)) {
      return parse(new String(list.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static KnownFailures parse(String text) {
    Map<String, String> reasons = new LinkedHashMap<>();
    String reason = "";
    for (String line : text.lines().toList()) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!line.startsWith(" ")) {
        reason = line.strip();
      } else if (reason.isEmpty()) {
        throw new IllegalArgumentException("no reason stands above " + line.strip());
      } else if (reasons.put(line.strip(), reason) != null) {
        throw new IllegalArgumentException("listed twice: " + line.strip());
      }
    }
    return new KnownFailures(reasons);
  }

  /** Why a test fails on Argosy, if that is known. */
  Optional<String> reason(String test) {
    return Optional.ofNullable(reasons.get(withoutRuns(test)));
  }

  /** The names that stand for none of some tests. */
  SortedSet<String> unneeded(Set<String> failing) {
    SortedSet<String> unneeded = new TreeSet<>(reasons.keySet());
    failing.forEach(test -> unneeded.remove(withoutRuns(test)));
    return unneeded;
  }

  /** A test's name without the numbers of its runs with parameters. */
  static String withoutRuns(String test) {
    return test.replaceAll(" #[0-9]+", "");
  }
}
