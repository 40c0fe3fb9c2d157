package io.argosy.tpcd.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.server.local.LocalCluster;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.StartedServers;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.schema.Placement;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Both tests on three nodes, and the same on one PostgreSQL. */
class PerformanceCommandsTest {
  private static final double PRECISELY = 1e-9;

  @TempDir private static Path directory;
  private static LocalCluster cluster;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void start() throws Exception {
    cluster = LocalCluster.start(new LocalCluster.Options(3, 0, directory.resolve("cluster")));
    new Loader(cluster.jdbcUrl(), PlainPostgres.SCALE, Placement.TWO_PART, LoadProgress.NONE)
        .load();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void bothTestsOnBothServersWithTheSameAnswers() throws Exception {
    String reference = PlainPostgres.copyUrl("performance_reference");
    String plain = PlainPostgres.copyUrl("performance_plain");
    Path plainReport = directory.resolve("plain");
    run(0, "power", "--url", plain, "--report", plainReport.toString());
    assertThat(out.toString()).contains("17 answers, 0 compared").contains("not an official TPC");
    run(0, "throughput", "--url", plain, "--report", plainReport.toString());

    Path report = directory.resolve("argosy");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--url",
                cluster.jdbcUrl(),
                "--against",
                reference,
                "--transaction",
                "4",
                "--report",
                report.toString(),
                "--compare-with",
                plainReport.resolve("report.json").toString()));
    arguments.addFirst("power");
    run(0, arguments.toArray(String[]::new));
    assertThat(out.toString()).contains("17 answers, 17 compared with another server's, 0 wrong");
    arguments.set(0, "throughput");
    run(0, arguments.toArray(String[]::new));
    assertThat(out.toString()).contains("34 answers, 34 compared with another server's, 0 wrong");
    assertThat(out.toString()).contains("QphD@Size = ");

    JsonNode json = new ObjectMapper().readTree(report.resolve("report.json").toFile());
    JsonNode power = json.get("tests").get("power");
    JsonNode throughput = json.get("tests").get("throughput");
    assertThat(power.get("metric").doubleValue())
        .isCloseTo(recomputedPower(power), within(PRECISELY));
    double recomputed = recomputedThroughput(report.resolve("throughput.jsonl"));
    assertThat(throughput.get("metric").doubleValue()).isCloseTo(recomputed, within(PRECISELY));
    assertThat(json.get("composite").doubleValue())
        .isCloseTo(Math.sqrt(recomputedPower(power) * recomputed), within(PRECISELY));
    for (JsonNode step : power.get("steps")) {
      boolean query = !step.get("stream").isNull();
      assertThat(step.get("strategy").isTextual()).isEqualTo(query);
      if (query) {
        assertThat(step.get("network_bytes").longValue())
            .as("less crosses the network than there is in the tables")
            .isBetween(1L, step.get("table_bytes").longValue());
      }
      // 15 orders in transactions of 4.
      assertThat(step.get("updates_seen").asInt()).isEqualTo(query ? 4 : 0);
    }
    assertThat(throughput.get("first_update_set").intValue()).isEqualTo(2);
    // A header, 17 queries and 2 updates, 2 times 17 queries and 4 updates.
    assertThat(Files.readAllLines(report.resolve("report.csv"))).hasSize(1 + 19 + 38);
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("Not an official TPC result")
        .contains("Speed-up over PostgreSQL 18")
        .contains("Reduction factor")
        .contains("all were compared, value by value")
        .doesNotContain("not complete");

    out.getBuffer().setLength(0);
    run(0, arguments.toArray(String[]::new));
    assertThat(out.toString())
        .as("a complete test is not run again")
        .contains("QthD@Size = ")
        .doesNotContain("interrupted");
  }

  /** From the raw times of the file, with the formula written out once more. */
  private static double recomputedPower(JsonNode test) {
    double longest = 0;
    for (JsonNode step : test.get("steps")) {
      if (!step.get("stream").isNull()) {
        longest = Math.max(longest, step.get("seconds").doubleValue());
      }
    }
    double product = 1;
    int count = 0;
    for (JsonNode step : test.get("steps")) {
      double seconds = step.get("seconds").doubleValue();
      product *= step.get("stream").isNull() ? seconds : Math.max(seconds, longest / 1000);
      count++;
    }
    assertThat(count).isEqualTo(19);
    return 3600 * PlainPostgres.SCALE / Math.pow(product, 1.0 / 19);
  }

  /** From the lines of the journal: the clock starts at 0, and the last query or update ends it. */
  private static double recomputedThroughput(Path journal) throws Exception {
    double end = 0;
    for (String line : Files.readAllLines(journal)) {
      JsonNode event = new ObjectMapper().readTree(line);
      boolean query =
          event.get("event").textValue().equals("done")
              && event.get("step").textValue().startsWith("stream-");
      if (query || event.get("event").textValue().equals("transaction")) {
        end = Math.max(end, event.get("start").doubleValue() + event.get("seconds").doubleValue());
      }
    }
    return 2 * 17 * 3600 * PlainPostgres.SCALE / end;
  }

  @Test
  void wrongAnswersAreFound() throws Exception {
    String url = PlainPostgres.copyUrl("performance_wrong");
    String reference = PlainPostgres.copyUrl("performance_right");
    PlainPostgres.execute(url, "UPDATE lineitem SET l_tax = 0");
    Path report = directory.resolve("wrong");
    run(1, "power", "--url", url, "--against", reference, "--report", report.toString());
    assertThat(out.toString()).contains("1 wrong").contains("stream-0-query-1: ");
    assertThat(Files.readString(report.resolve("report.html")))
        .contains("Wrong: query 1 of stream 0");
  }

  @Test
  void mistakesAreExplained() throws Exception {
    String url = PlainPostgres.copyUrl("performance_mistakes");
    String report = directory.resolve("mistakes").toString();
    run(2, "throughput", "--url", url, "--streams", "0", "--report", report);
    assertThat(err.toString()).contains("there can be 1 to 20 streams, not 0");
    String empty = PlainPostgres.emptyUrl("performance_empty");
    run(1, "power", "--url", empty, "--report", report);
    assertThat(err.toString()).contains("has no finished load");
    run(1, "power", "--url", empty, "--scale", "1", "--report", report);
    assertThat(err.toString()).contains("relation \"orders\" does not exist");

    String other = PlainPostgres.copyUrl("performance_updated");
    assertThat(
            TpcdCommand.with(new StartedServers())
                .setOut(new PrintWriter(out, true))
                .execute("update", "--url", other, "--function", "uf1", "--set", "9"))
        .isZero();
    run(1, "power", "--url", url, "--against", other, "--report", report);
    assertThat(err.toString()).contains("has had other updates: [uf1 set 9: 15] instead of []");

    run(1, "power", "--url", url, "--seed", "2", "--report", report);
    assertThat(err.toString()).contains("has another test").contains("--report");
    Files.writeString(directory.resolve("other.json"), "{}");
    run(
        2,
        "power",
        "--url",
        url,
        "--report",
        report,
        "--compare-with",
        directory.resolve("other.json").toString());
    assertThat(err.toString()).contains("is not the report.json of another run");
  }

  private void run(int status, String... arguments) {
    assertThat(
            TpcdCommand.with(new StartedServers())
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments))
        .as("%s%n%s", out, err)
        .isEqualTo(status);
  }
}
