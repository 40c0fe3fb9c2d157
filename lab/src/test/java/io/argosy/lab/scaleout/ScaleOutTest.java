package io.argosy.lab.scaleout;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.lab.testbed.LoadedTestbeds;
import io.argosy.lab.testbed.Testbed;
import io.argosy.lab.testbed.TestbedHere;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.run.SessionSetting;
import io.argosy.tpcd.schema.Placement;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Clusters of two sizes on real machines of a testbed. */
@Tag("long")
@ResourceLock("testbed")
class ScaleOutTest {
  @Test
  void clustersOfAllSizesGiveTheSameAnswers() throws Exception {
    Path directory = TestbedHere.directoryOrSkip(List.of());
    ScaleOut scaleOut =
        new ScaleOut(
            new ScaleOut.Workload(
                QuerySet.TPCD.queries().subList(0, 4),
                PlainPostgres.SCALE,
                new Cores(0.25, 0.5),
                List.of(SessionSetting.parse("max_parallel_workers_per_gather=0")),
                1),
            LoadedTestbeds::load,
            message -> {});
    List<ClusterOutcome> outcomes = new ArrayList<>();
    for (int nodes = 1; nodes <= 2; nodes++) {
      try (Testbed testbed = Testbed.claim(directory.resolve("size-" + nodes), List.of())) {
        testbed.build(nodes);
        outcomes.add(scaleOut.run(testbed, Placement.TWO_PART));
      }
    }

    assertThat(outcomes).allMatch(ClusterOutcome::succeeded);
    assertThat(outcomes)
        .flatExtracting(ClusterOutcome::queries)
        .hasSize(8)
        .allSatisfy(
            time -> {
              assertThat(time.seconds()).isPositive();
              assertThat(time.busiestNodeCpuSeconds()).isPositive();
              assertThat(time.nodesCpuSeconds())
                  .isGreaterThanOrEqualTo(time.busiestNodeCpuSeconds());
            });
  }
}
