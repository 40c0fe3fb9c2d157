package io.argosy.tests.analytic;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.server.cli.Main;
import io.argosy.tests.cluster.TestCluster;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Where the time of TPC-D's queries goes is known for nearly all of it. */
class TpcdExplainTest {
  /** The paper's middleware explained as much. */
  private static final double EXPLAINED = 0.9;

  private final StringWriter out = new StringWriter();

  @TempDir private Path directory;

  private int execute(String... arguments) {
    CommandLine argosy = Main.commandLine();
    argosy.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(out, true));
    return argosy.execute(arguments);
  }

  @Test
  void mostOfTheTimeIsExplained() throws Exception {
    Path json = directory.resolve("explained.json");
    try (TestCluster cluster = TestCluster.start(3)) {
      String url = cluster.jdbcUrl();
      assertThat(execute("tpcd", "load", "--url", url, "--scale", "0.02"))
          .as(out.toString())
          .isZero();
      assertThat(execute("tpcd", "explain", "--url", url, "--json", json.toString()))
          .as(out.toString())
          .isZero();
    }
    JsonNode queries = new ObjectMapper().readTree(json.toFile());
    assertThat(queries).hasSize(17);
    double sum = 0;
    for (JsonNode query : queries) {
      JsonNode explanation = query.path("explanation");
      assertThat(explanation.path("Requests")).as(explanation.toString()).isNotEmpty();
      assertThat(explanation.path("Limit").path("Resource").asText()).isNotEmpty();
      sum += explanation.path("Explained Share").asDouble();
    }
    assertThat(sum / queries.size()).as(out.toString()).isGreaterThan(EXPLAINED);
  }
}
