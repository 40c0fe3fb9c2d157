package io.argosy.lab.scaleout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.report.ReportWriter;
import io.argosy.tpcd.run.SessionSetting;
import io.argosy.tpcd.schema.Placement;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScaleOutReportTest {
  private static final Cores CORES = new Cores(0.25, 0.5);
  private static final List<Query> QUERIES =
      List.of(Query.PRICING_SUMMARY, Query.SHIPPING_PRIORITY);

  @TempDir private Path directory;

  private static QueryTime time(
      Query query, double seconds, double coordinator, double busiest, double nodes) {
    return new QueryTime(query, seconds, coordinator, busiest, nodes, Optional.empty());
  }

  private static ClusterOutcome cluster(int nodes, QueryTime first, QueryTime second) {
    return new ClusterOutcome(Placement.TWO_PART, nodes, CORES, List.of(first, second));
  }

  private static final ClusterOutcome ONE =
      cluster(
          1,
          time(Query.PRICING_SUMMARY, 40, 0.1, 10, 10),
          time(Query.SHIPPING_PRIORITY, 9, 0.1, 2.25, 2.25));

  @Test
  void speedUpsAreOverTheFirstClusterOfThePlacement() throws Exception {
    ClusterOutcome three =
        cluster(
            3,
            time(Query.PRICING_SUMMARY, 10, 0.1, 2.5, 7.4),
            time(Query.SHIPPING_PRIORITY, 9, 0.1, 0.7, 2.1));
    ClusterOutcome other = new ClusterOutcome(Placement.ONE_PART, 1, CORES, three.queries());
    ScaleOut.Workload workload =
        new ScaleOut.Workload(QUERIES, 1, CORES, List.of(SessionSetting.parse("work_mem=4MB")), 3);
    ScaleOutReport report = new ScaleOutReport("a machine", workload, List.of(ONE, three, other));

    report.write(new ReportWriter(directory));

    JsonNode written = new ObjectMapper().readTree(directory.resolve("report.json").toFile());
    assertThat(written.path("settings").path(0).asText()).isEqualTo("work_mem=4MB");
    JsonNode clusters = written.path("clusters");
    assertThat(clusters.path(1).path("queries").path(0).path("speed_up").asDouble()).isEqualTo(4);
    assertThat(clusters.path(1).path("queries").path(1).path("speed_up").asDouble()).isEqualTo(1);
    assertThat(clusters.path(1).path("mean_speed_up").asDouble()).isCloseTo(2, within(1e-9));
    assertThat(clusters.path(2).path("mean_speed_up").asDouble()).isEqualTo(1);
    assertThat(Files.readAllLines(directory.resolve("report.csv"))).hasSize(1 + 3 * 2);
    assertThat(directory.resolve("report.html"))
        .content()
        .contains(
            "Placement two-part", "Placement one-part", "3 nodes against 1", "with work_mem=4MB");
  }

  @Test
  void whoeverUsedUpItsProcessorIsTheLimit() {
    assertThat(limit(time(Query.PRICING_SUMMARY, 10, 4.8, 1, 3))).isEqualTo(Limit.COORDINATOR);
    assertThat(limit(time(Query.PRICING_SUMMARY, 10, 0.5, 2.4, 4))).isEqualTo(Limit.UNEVEN);
    assertThat(limit(time(Query.PRICING_SUMMARY, 20, 0.5, 4.8, 14))).isEqualTo(Limit.MORE_WORK);
    assertThat(limit(time(Query.PRICING_SUMMARY, 14, 0.5, 3.4, 10))).isEqualTo(Limit.NODES);
    assertThat(limit(time(Query.PRICING_SUMMARY, 10, 2.4, 1, 3))).isEqualTo(Limit.WAITING);
  }

  private static Limit limit(QueryTime time) {
    ClusterOutcome three = cluster(3, time, time(Query.SHIPPING_PRIORITY, 9, 0.1, 0.7, 2.1));
    return Limit.of(Query.PRICING_SUMMARY, three, ONE);
  }
}
