package io.argosy.tests.drivers.suites;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * What became of the tests of a suite on one server.
 *
 * @param tests by their names
 */
record SuiteResult(Map<String, TestResult> tests) {
  SuiteResult {
    tests = Map.copyOf(tests);
  }

  Optional<TestResult> of(String test) {
    return Optional.ofNullable(tests.get(test));
  }

  /** These results, and others where a test has others. */
  SuiteResult with(SuiteResult others) {
    Map<String, TestResult> all = new HashMap<>(tests);
    all.putAll(others.tests);
    return new SuiteResult(all);
  }

  /** The names of all tests that ran here or there. */
  SortedSet<String> namesWith(SuiteResult other) {
    SortedSet<String> names = new TreeSet<>(tests.keySet());
    names.addAll(other.tests.keySet());
    return names;
  }
}
