package io.argosy.tpcd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.StartedServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TransferCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  @Test
  void everySizeIsMeasuredWithEveryLimit() throws Exception {
    assertThat(
            transfer(
                "--sizes",
                "512B,8kB,40kB",
                "--limits",
                "0,16kB",
                "--repeat",
                "1",
                "--report",
                directory.toString()))
        .as("%s%n%s", out, err)
        .isZero();
    JsonNode rows =
        new ObjectMapper().readTree(directory.resolve("report.json").toFile()).get("transfers");
    assertThat(rows).hasSize(6);
    for (JsonNode row : rows) {
      long size = row.get("size_bytes").longValue();
      long limit = row.get("limit_bytes").longValue();
      long node = row.get("node_bytes").longValue();
      assertThat(node).isLessThanOrEqualTo(size).isGreaterThan(size - 400);
      // What is inline is not compressed; half a kilobyte never is.
      boolean compressed = row.get("network_bytes").longValue() < node;
      assertThat(compressed).as(row.toString()).isEqualTo(size > limit && size > 1024);
      assertThat(row.get("seconds").doubleValue()).isPositive();
      assertThat(row.get("cpu_seconds").doubleValue()).isPositive();
    }
    assertThat(Files.readAllLines(directory.resolve("report.csv"))).hasSize(7);
    assertThat(Files.readString(directory.resolve("report.html")))
        .contains("limit 16kB")
        .contains("client, coordinator and agent");
  }

  @Test
  void mistakesAreExplained() throws Exception {
    assertThat(transfer("--repeat", "0")).isEqualTo(2);
    assertThat(transfer("--sizes", "10B")).isEqualTo(2);
    assertThat(transfer("--limits", "much")).isEqualTo(2);
    assertThat(err.toString()).contains("a size looks like");
    assertThat(transfer("--url", PlainPostgres.loadedUrl(), "--report", directory.toString()))
        .isEqualTo(1);
    assertThat(err.toString()).contains("has no setting argosy.inline_limit");
  }

  private int transfer(String... arguments) {
    return new CommandLine(new TransferCommand(new StartedServers()))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
