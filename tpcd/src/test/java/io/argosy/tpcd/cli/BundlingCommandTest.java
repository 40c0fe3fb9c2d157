package io.argosy.tpcd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.server.local.LocalCluster;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.schema.Placement;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BundlingCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  @Test
  void everyQueryHasTheSameAnswerWithEverySetting() throws Exception {
    Path report = directory.resolve("report");
    try (LocalCluster cluster =
        LocalCluster.start(new LocalCluster.Options(3, 0, directory.resolve("cluster")))) {
      new Loader(cluster.jdbcUrl(), PlainPostgres.SCALE, Placement.TWO_PART, LoadProgress.NONE)
          .load();
      assertThat(
              execute("--url", cluster.jdbcUrl(), "--repeat", "1", "--report", report.toString()))
          .as("%s%n%s", out, err)
          .isZero();
    }
    JsonNode queries =
        new ObjectMapper().readTree(report.resolve("report.json").toFile()).get("queries");
    assertThat(queries).hasSize(18);
    Set<Integer> numbers = new HashSet<>();
    for (JsonNode query : queries) {
      numbers.add(query.get("query").intValue());
      assertThat(query.get("seconds").doubleValue()).isPositive();
      assertThat(query.get("difference").isNull()).isTrue();
    }
    assertThat(numbers).containsExactlyInAnyOrder(1, 3, 6, 12, 13, 16);
    // Operations that are shipped one by one need temporary tables between them.
    assertThat(strategy(queries, 3, "none")).isEqualTo("STAGED");
    assertThat(strategy(queries, 3, "default")).isEqualTo("PUSHDOWN");
    assertThat(Files.readAllLines(report.resolve("report.csv"))).hasSize(19);
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("13 customer distribution")
        .contains("Speed-up over bundling none");
  }

  private static String strategy(JsonNode queries, int number, String bundling) {
    for (JsonNode query : queries) {
      if (query.get("query").intValue() == number
          && query.get("bundling").textValue().equals(bundling)) {
        return query.get("strategy").textValue();
      }
    }
    throw new AssertionError(number + " " + bundling);
  }

  @Test
  void anotherServerHasNoSuchSetting() throws Exception {
    assertThat(execute("--url", PlainPostgres.loadedUrl(), "--report", directory.toString()))
        .isEqualTo(1);
    assertThat(err.toString()).contains("has no setting argosy.bundling");
    assertThat(execute("--url", PlainPostgres.loadedUrl(), "--repeat", "0")).isEqualTo(2);
  }

  private int execute(String... arguments) {
    return new CommandLine(new BundlingCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
