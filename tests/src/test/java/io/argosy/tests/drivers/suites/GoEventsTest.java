package io.argosy.tests.drivers.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class GoEventsTest {
  private static final String OUTPUT =
      """
      go: downloading something
      {"Action":"start","Package":"example.org/driver/v5/pool"}
      {"Action":"run","Package":"example.org/driver/v5/pool","Test":"TestGood"}
      {"Action":"output","Package":"example.org/driver/v5/pool","Test":"TestGood","Output":"=== RUN   TestGood\\n"}
      {"Action":"pass","Package":"example.org/driver/v5/pool","Test":"TestGood","Elapsed":0.1}
      {"Action":"run","Package":"example.org/driver/v5/pool","Test":"TestBad"}
      {"Action":"output","Package":"example.org/driver/v5/pool","Test":"TestBad","Output":"=== RUN   TestBad\\n"}
      {"Action":"output","Package":"example.org/driver/v5/pool","Test":"TestBad","Output":"    a_test.go:1: no\\n"}
      {"Action":"output","Package":"example.org/driver/v5/pool","Test":"TestBad","Output":"--- FAIL: TestBad (0.30s)\\n"}
      {"Action":"fail","Package":"example.org/driver/v5/pool","Test":"TestBad","Elapsed":0.3}
      {"Action":"run","Package":"example.org/driver/v5/pool","Test":"TestFile/file='/tmp/TestFile414074137514/001/x'"}
      {"Action":"skip","Package":"example.org/driver/v5/pool","Test":"TestFile/file='/tmp/TestFile414074137514/001/x'"}
      {"Action":"run","Package":"example.org/driver/v5/pool","Test":"TestHangs"}
      {"Action":"fail","Package":"example.org/driver/v5/pool"}
      """;

  @Test
  void tellsHowEachTestEnded() {
    assertThat(GoEvents.read(OUTPUT).tests())
        .isEqualTo(
            Map.of(
                "pool TestGood",
                TestResult.PASSED,
                "pool TestBad",
                new TestResult(Ending.FAILED, "a_test.go:1: no"),
                "pool TestFile/file='TestFile/x'",
                new TestResult(Ending.SKIPPED, ""),
                "pool TestHangs",
                new TestResult(Ending.FAILED, "the test did not end")));
  }
}
