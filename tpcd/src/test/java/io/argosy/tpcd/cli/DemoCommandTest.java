package io.argosy.tpcd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.demo.DemoServer;
import io.argosy.tpcd.demo.DemoServers;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The demo's own part, with two databases of one PostgreSQL in the place of its servers. */
class DemoCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final List<String> events = new ArrayList<>();
  private Path usedDirectory;

  @TempDir private Path directory;

  @Test
  void loadsBothComparesAndExits() throws Exception {
    Path json = directory.resolve("demo.json");
    DemoServers servers =
        servers(PlainPostgres.emptyUrl("demo_cluster"), PlainPostgres.emptyUrl("demo_single"));
    assertThat(
            execute(
                servers,
                "--exit",
                "--scale",
                "0.01",
                "--nodes",
                "2",
                "--port",
                "9",
                "--json",
                json.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("17 of 17 same").doesNotContain("ready");
    assertThat(err.toString())
        .contains("cluster: loading lineitem")
        .contains("one PostgreSQL: loading lineitem");
    assertThat(events).containsExactly("start 2 at 9", "start single", "stop single", "stop 2");
    assertThat(usedDirectory).doesNotExist();
    JsonNode rows = new ObjectMapper().readTree(json.toFile());
    assertThat(rows).hasSize(17).allMatch(row -> row.get("same").booleanValue());
    assertThat(rows.get(0).fieldNames())
        .toIterable()
        .contains(
            "query", "strategy", "seconds", "single_seconds", "rows", "network_bytes", "same");
  }

  @Test
  void aDifferenceEndsWithOneAndLoadedDataIsReused() throws Exception {
    String changed = PlainPostgres.copyUrl("demo_changed");
    PlainPostgres.execute(changed, "UPDATE orders SET o_orderpriority = '1-URGENT'");
    assertThat(
            execute(
                servers(changed, PlainPostgres.loadedUrl()),
                "--exit",
                "--scale",
                "0.01",
                "--dir",
                directory.toString()))
        .isEqualTo(1);
    assertThat(err.toString()).doesNotContain("loading");
    assertThat(out.toString()).contains("1 rows instead of 5").contains("15 of 17 same");
    assertThat(usedDirectory).exists();
    assertThat(events).endsWith("stop single", "stop 3");
  }

  @Test
  void servesUntilStopped() throws Exception {
    CountDownLatch ready = new CountDownLatch(1);
    String url = PlainPostgres.loadedUrl();
    FutureTask<Integer> task =
        new FutureTask<>(() -> execute(servers(url, url), watched(ready), "--scale", "0.01"));
    Thread thread = Thread.ofPlatform().start(task);
    assertThat(ready.await(2, TimeUnit.MINUTES)).isTrue();
    assertThat(events).endsWith("stop single");
    thread.interrupt();
    assertThat(task.get()).isEqualTo(130);
    assertThat(events).endsWith("stop 3");
    assertThat(out.toString())
        .contains("ready " + url)
        .contains("psql '" + url.substring("jdbc:".length()) + "'");
  }

  @Test
  void whatCannotStartIsExplainedAndNothingIsLeft() throws Exception {
    DemoServers servers =
        new DemoServers() {
          @Override
          public DemoServer startCluster(int nodes, int port, Path place) {
            usedDirectory = place.getParent();
            return server("cluster", "jdbc:postgresql://127.0.0.1:1/x");
          }

          @Override
          public DemoServer startSingle(int nodes, Path place) {
            throw new BenchmarkException("08006", "port 5433 is in use", "Choose another --port.");
          }
        };
    assertThat(execute(servers, "--exit")).isEqualTo(1);
    assertThat(err.toString()).contains("port 5433 is in use").contains("Choose another --port.");
    assertThat(events).containsExactly("stop cluster");
    assertThat(usedDirectory).doesNotExist();
  }

  @Test
  void aPortInUseIsExplained() {
    DemoServers servers =
        new DemoServers() {
          @Override
          public DemoServer startCluster(int nodes, int port, Path place) {
            throw new UncheckedIOException(new IOException("port " + port + " is in use"));
          }

          @Override
          public DemoServer startSingle(int nodes, Path place) {
            throw new AssertionError("not reached");
          }
        };
    assertThat(execute(servers, "--exit", "--port", "77")).isEqualTo(1);
    assertThat(err.toString()).contains("port 77 is in use").doesNotContain("java.io");
  }

  @Test
  void usageErrors() {
    assertThat(execute(servers("", ""), "--nodes", "0")).isEqualTo(2);
    assertThat(execute(servers("", ""), "--scale", "0")).isEqualTo(2);
    assertThat(events).isEmpty();
  }

  private DemoServers servers(String cluster, String single) {
    return new DemoServers() {
      @Override
      public DemoServer startCluster(int nodes, int port, Path place) throws IOException {
        events.add("start " + nodes + " at " + port);
        usedDirectory = place.getParent();
        Files.createDirectories(place.resolve("node1"));
        return server(Integer.toString(nodes), cluster);
      }

      @Override
      public DemoServer startSingle(int nodes, Path place) {
        events.add("start single");
        return server("single", single);
      }
    };
  }

  private DemoServer server(String name, String url) {
    return new DemoServer() {
      @Override
      public List<String> nodeUrls() {
        return List.of();
      }

      @Override
      public String jdbcUrl() {
        return url;
      }

      @Override
      public void close() {
        events.add("stop " + name);
      }
    };
  }

  private Writer watched(CountDownLatch ready) {
    return new StringWriter() {
      @Override
      public void write(String text) {
        out.write(text);
        if (text.contains("Ctrl-C")) {
          ready.countDown();
        }
      }

      @Override
      public void write(String text, int offset, int length) {
        write(text.substring(offset, offset + length));
      }
    };
  }

  private int execute(DemoServers servers, String... arguments) {
    return execute(servers, out, arguments);
  }

  private int execute(DemoServers servers, Writer output, String... arguments) {
    return new CommandLine(new DemoCommand(servers))
        .setOut(new PrintWriter(output, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
