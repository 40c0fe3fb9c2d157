package io.argosy.lab.growth;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.lab.scaleout.Cores;
import io.argosy.lab.testbed.LoadedTestbeds;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.TestbedHere;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.report.ReportWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** A cluster that grows from one machine of a testbed to two, and back, under load. */
@Tag("long")
@ResourceLock("testbed")
class GrowthTest {
  @TempDir private Path report;

  @Test
  void allAnswersAreRight() throws Exception {
    Path directory = TestbedHere.directoryOrSkip(List.of());
    GrowthPlan plan =
        new GrowthPlan(
            GrowthStep.WINDOW,
            2,
            3,
            1,
            PlainPostgres.SCALE,
            QuerySet.TPCD.queries().subList(0, 4),
            List.of(),
            new Cores(0.4, 0.8));
    Growth growth = new Growth(plan, LoadedTestbeds::load, message -> {});
    GrowthOutcome grown;
    try (Testbed testbed = Testbed.claim(directory.resolve("grown"), List.of())) {
      grown = growth.run(testbed, List.of(1, 2), true);
    }
    GrowthOutcome made;
    try (Testbed testbed = Testbed.claim(directory.resolve("made"), List.of())) {
      made = growth.run(testbed, List.of(2), false);
    }

    assertThat(grown.differences()).isEmpty();
    assertThat(grown.checks()).isPositive();
    assertThat(grown.steps())
        .extracting(GrowthStep::name)
        .containsExactly(
            "1 node",
            "node2 joins",
            "rows move to 2 nodes",
            "2 nodes",
            "node2 is drained",
            "1 node");
    assertThat(grown.steps().get(3).unevenness()).isLessThan(0.05);
    assertThat(grown.steps().getLast().shares()).containsExactly(1.0);
    new GrowthReport("a machine", plan, grown, List.of(made)).write(new ReportWriter(report));
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("node2 is drained", "<polyline", "made so");
  }
}
