package io.argosy.lab.explanation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.lab.scaleout.Cores;
import io.argosy.lab.testbed.DataRate;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.report.ReportWriter;
import io.argosy.tpcd.run.QueryResources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplanationReportTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path directory;

  /** A query of which two nodes do all, on a processor. */
  private static ExplainedQuery query(Query query, double milliseconds, String limit)
      throws JsonProcessingException {
    String request =
        "\"Node\": \"%s\", \"Kind\": \"statement\", \"Begin\": 0, \"End\": " + milliseconds;
    JsonNode tree =
        JSON.readTree(
            "{\"Requests\": [{"
                + request.formatted("a")
                + "}, {"
                + request.formatted("b")
                + "}], \"Path\": [{"
                + request.formatted("a")
                + ", \"Causes\": [{\"Cause\": \"processor\", \"Time\": "
                + milliseconds
                + "}]}]}");
    return new ExplainedQuery(
        query,
        new QueryResources(
            "PUSHDOWN", milliseconds, Map.of("processor", milliseconds), 1, limit, tree),
        Map.of("", 0.0));
  }

  private static ExplainedCluster cluster(int nodes, String disk, double first, double second)
      throws JsonProcessingException {
    return new ExplainedCluster(
        new Hardware(nodes, new Cores(0.25, 0.5), Optional.ofNullable(disk).map(DataRate::parse)),
        100,
        List.of(
            query(Query.PRICING_SUMMARY, first, "processors of a"),
            query(Query.SHIPPING_PRIORITY, second, "network and agent of a")));
  }

  @Test
  void predictionsAreFromTheFirstMachinesWithTheSameCaches() throws JsonProcessingException {
    List<List<CheckedForecast>> all =
        CheckedForecast.all(
            List.of(
                cluster(2, null, 1000, 400),
                cluster(2, "33MB/s", 2000, 800),
                cluster(4, null, 500, 250),
                cluster(2, "66MB/s", 1500, 600)));
    assertThat(all).hasSize(2);
    assertThat(all.getFirst()).hasSize(2);
    CheckedForecast first = all.getFirst().getFirst();
    assertThat(first.before()).isEqualTo(1000);
    assertThat(first.measured()).isEqualTo(500);
    assertThat(first.error()).isZero();
    assertThat(all.get(0).get(1).error()).isEqualTo(-0.2);
    assertThat(all.get(1).getFirst().before()).isEqualTo(2000);
  }

  @Test
  void theSummaryTellsErrorsAndWhetherTheLimitWasTheRightOne() throws Exception {
    List<ExplainedCluster> clusters =
        List.of(cluster(2, null, 1000, 400), cluster(4, null, 900, 250));
    List<List<CheckedForecast>> predictions = CheckedForecast.all(clusters);
    // The first should have become faster by 500 ms, and did by 100.
    assertThat(ExplanationReport.summary(predictions.getFirst()))
        .isEqualTo(
            "2 nodes, 0.25 of a core, everything in caches to 4 nodes, 0.25 of a core, everything"
                + " in caches: error 32.2 % on average, 44.4 % at most; 0 of 2 are in the interval;"
                + " 0 of 1 that are limited by it became faster");
    Explanations.Workload workload =
        new Explanations.Workload(
            List.of(Query.PRICING_SUMMARY, Query.SHIPPING_PRIORITY), 1, List.of(), 3);
    new ExplanationReport("a machine", workload, clusters, predictions)
        .write(new ReportWriter(directory));
    JsonNode written = JSON.readTree(directory.resolve("report.json").toFile());
    assertThat(written.path("predictions")).hasSize(2);
    assertThat(written.path("predictions").path(0).path("predicted").asDouble()).isEqualTo(500);
    assertThat(written.path("clusters").path(1).path("queries").path(0).path("explanation"))
        .isNotEmpty();
    assertThat(Files.readString(directory.resolve("report.html")))
        .contains("pricing summary", "processors of a");
    assertThat(Files.readString(directory.resolve("report.csv"))).contains("limited_by");
  }
}
