package io.argosy.tests.drivers.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TestReportsTest {
  @TempDir private Path folder;

  @Test
  void readsHowTestsEnded() throws IOException {
    Files.writeString(
        folder.resolve("TEST-junit-jupiter.xml"),
        """
        <testsuite>
          <testcase name="passes()" classname="org.T">
            <system-out>unique-id: [engine:junit-jupiter]/[class:org.T]/[method:passes()]
            display-name: passes()</system-out>
          </testcase>
          <testcase name="fails()" classname="org.T">
            <failure type="Wrong" message="3 is not 4">trace</failure>
          </testcase>
          <testcase name="breaks()" classname="org.T"><error type="Broken">trace</error></testcase>
          <testcase name="waits()" classname="org.T"><skipped>another time</skipped></testcase>
        </testsuite>
        """);

    assertThat(TestReports.read(folder).tests())
        .isEqualTo(
            Map.of(
                "org.T passes()", TestResult.PASSED,
                "org.T fails()", new TestResult(Ending.FAILED, "Wrong: 3 is not 4"),
                "org.T breaks()", new TestResult(Ending.FAILED, "Broken"),
                "org.T waits()", new TestResult(Ending.SKIPPED, "another time")));
  }

  @Test
  void namesEachRunOfATest() {
    assertThat(
            TestReports.name(
                "[engine:junit-jupiter]/[class-template:org.T]/[class-template-invocation:#2]/[test-template:sorts(int[],"
                    + " java.lang.String)]/[test-template-invocation:#1]"))
        .isEqualTo("org.T #2 sorts(int[], java.lang.String) #1");
  }
}
