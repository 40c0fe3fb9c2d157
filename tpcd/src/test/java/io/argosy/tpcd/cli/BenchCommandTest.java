package io.argosy.tpcd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.StartedServers;
import io.argosy.tpcd.demo.DemoServer;
import io.argosy.tpcd.demo.DemoServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class BenchCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> started = new ArrayList<>();

  @TempDir private Path directory;

  @Test
  void timesAClusterAgainstOnePostgresOfItsOwn() throws Exception {
    Path json = directory.resolve("bench.json");
    String[] arguments = {
      "--scale",
      "0.01",
      "--nodes",
      "2",
      "--query",
      "1,2,17",
      "--repeat",
      "2",
      "--dir",
      directory.resolve("data").toString(),
      "--placement",
      "all-part",
      "--setting",
      "max_parallel_workers_per_gather=0",
      "--json",
      json.toString()
    };
    assertThat(execute(new BenchCommand(new StartedServers()), arguments))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("3 of 3 same, geometric mean of the ratios ");
    assertThat(err.toString()).contains("cluster: loading lineitem");
    JsonNode root = new ObjectMapper().readTree(json.toFile());
    double product = 1;
    for (JsonNode query : root.get("queries")) {
      assertThat(query.get("same").booleanValue()).isTrue();
      assertThat(query.get("ratio").doubleValue()).isPositive();
      product *= query.get("ratio").doubleValue();
    }
    assertThat(root.get("geometric_mean_ratio").doubleValue())
        .isCloseTo(Math.cbrt(product), org.assertj.core.data.Percentage.withPercentage(0.1));
    JsonNode first = root.get("queries").get(0);
    assertThat(first.get("query").intValue()).isEqualTo(1);
    assertThat(first.get("strategy").textValue()).isEqualTo("PUSHDOWN");
    assertThat(first.get("ratio_to_fragment").doubleValue()).isPositive();
    assertThat(first.get("fragment_seconds").doubleValue()).isPositive();
    JsonNode last = root.get("queries").get(2);
    assertThat(last.get("strategy").textValue()).isNotEqualTo("PUSHDOWN");
    assertThat(last.get("fragment_seconds").isNull()).isTrue();

    err.getBuffer().setLength(0);
    assertThat(execute(new BenchCommand(new StartedServers()), arguments))
        .as(err.toString())
        .isZero();
    assertThat(err.toString()).doesNotContain("loading");
  }

  @Test
  void otherServersAreTakenAsTheyAre() throws Exception {
    String changed = PlainPostgres.copyUrl("bench_changed");
    PlainPostgres.execute(changed, "UPDATE orders SET o_orderpriority = '1-URGENT'");
    BenchCommand command = new BenchCommand(noServers());
    String loaded = PlainPostgres.loadedUrl();
    assertThat(
            execute(
                command, "--url", changed, "--against", loaded, "--query", "4,6", "--repeat", "1"))
        .isEqualTo(1);
    assertThat(out.toString()).contains("1 rows instead of 5").contains("1 of 2 same");
    assertThat(started).isEmpty();
  }

  @Test
  void aQueryThatFailsIsAnOutcome() throws Exception {
    String broken = PlainPostgres.copyUrl("bench_broken");
    PlainPostgres.execute(broken, "ALTER TABLE lineitem RENAME COLUMN l_tax TO tax");
    String loaded = PlainPostgres.loadedUrl();
    assertThat(
            execute(
                new BenchCommand(noServers()),
                "--url",
                broken,
                "--against",
                loaded,
                "--query",
                "1,6"))
        .isEqualTo(1);
    assertThat(out.toString()).contains("failed: 42703").contains("1 of 2 same");
  }

  @Test
  void mistakesAreExplained() throws Exception {
    assertThat(execute(idle(), "--repeat", "0")).isEqualTo(2);
    assertThat(execute(idle(), "--nodes", "0")).isEqualTo(2);
    assertThat(execute(idle(), "--scale", "0")).isEqualTo(2);
    assertThat(execute(idle(), "--query", "23")).isEqualTo(2);
    assertThat(execute(idle(), "--placement", "none")).isEqualTo(2);
    assertThat(execute(idle(), "--setting", "work_mem")).isEqualTo(2);
    assertThat(err.toString()).contains("not a setting: work_mem");
    String empty = PlainPostgres.emptyUrl("bench_empty");
    assertThat(execute(idle(), "--url", empty, "--against", empty)).isEqualTo(2);
    assertThat(err.toString()).contains("no finished load of TPC-D");
  }

  private BenchCommand idle() {
    return new BenchCommand(noServers());
  }

  private DemoServers noServers() {
    return new DemoServers() {
      @Override
      public DemoServer startCluster(int nodes, int port, Path place) {
        started.add("cluster");
        throw new AssertionError("not reached");
      }

      @Override
      public DemoServer startSingle(int nodes, Path place) {
        started.add("single");
        throw new AssertionError("not reached");
      }
    };
  }

  private int execute(BenchCommand command, String... arguments) {
    return new CommandLine(command)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
