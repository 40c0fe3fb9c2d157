package io.argosy.lab.testbed;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Real namespaces and control groups; skipped where there can be none. */
@ResourceLock("testbed")
class TestbedTest {
  private static final int MEGABYTE = 1 << 20;

  private Path directory;

  @BeforeEach
  void find() throws IOException {
    directory = TestbedHere.directoryOrSkip(List.of());
  }

  @Test
  void aMachineReadsNoFasterThanItsDisk() throws Exception {
    Path file = Files.write(directory.resolve("file"), new byte[20 * MEGABYTE]);
    try (Testbed testbed = Testbed.claim(directory, List.of())) {
      testbed.build(1);
      testbed.throttle(
          new Throttles(
              OptionalDouble.empty(), Optional.of(new DataRate(20 * MEGABYTE)), Optional.empty()));
      Machine node = testbed.nodes().getFirst();
      testbed.dropCaches();
      long before = node.diskBytesRead();
      long start = System.nanoTime();

      node.run("dd", "if=" + file, "of=/dev/null", "bs=" + MEGABYTE);

      assertThat(System.nanoTime() - start).isGreaterThan(800_000_000L);
      assertThat(node.diskBytesRead() - before).isGreaterThanOrEqualTo(20 * MEGABYTE);
    }
  }

  @Test
  void aMachineHasNoMoreProcessorTimeThanItsShare() throws Exception {
    try (Testbed testbed = Testbed.claim(directory, List.of())) {
      testbed.build(1);
      testbed.throttle(new Throttles(OptionalDouble.of(0.1), Optional.empty(), Optional.empty()));
      Machine node = testbed.nodes().getFirst();
      long start = System.nanoTime();

      node.run("sh", "-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done");

      double seconds = (System.nanoTime() - start) / 1e9;
      assertThat(node.cpuSeconds()).isPositive().isLessThan(0.1 * seconds + 0.05);
    }
  }

  @Test
  void aProcessThatIsTakenInGetsTheMachinesShare() throws Exception {
    Process busy = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try (Testbed testbed = Testbed.claim(directory, List.of())) {
      testbed.build(1);
      testbed.throttle(new Throttles(OptionalDouble.of(0.1), Optional.empty(), Optional.empty()));
      Machine node = testbed.nodes().getFirst();
      long start = System.nanoTime();

      node.takeIn(busy.toHandle());

      Thread.sleep(1000);
      double seconds = (System.nanoTime() - start) / 1e9;
      assertThat(node.cpuSeconds()).isPositive().isLessThan(0.1 * seconds + 0.05);
    } finally {
      busy.destroyForcibly();
    }
  }

  @Test
  void aServersAnswersPassItsLinkNoFasterThanItsRate() throws Exception {
    try (Testbed testbed = Testbed.claim(directory, List.of())) {
      testbed.build(1);
      PostgresInstallation installation = PostgresInstallation.find(directory);
      Path data = directory.resolve("data");
      installation.createDataDirectory(data);
      Machine node = testbed.nodes().getFirst();
      PostgresOnMachine server = PostgresOnMachine.start(testbed, node, installation, data);
      testbed.throttle(
          new Throttles(
              OptionalDouble.empty(), Optional.empty(), Optional.of(DataRate.parse("40mbit"))));
      try (Connection connection = DriverManager.getConnection(server.jdbcUrl());
          Statement statement = connection.createStatement()) {
        long start = System.nanoTime();
        try (ResultSet rows = statement.executeQuery("SELECT repeat('x', 5000000)")) {
          rows.next();
          assertThat(rows.getString(1)).hasSize(5_000_000);
        }
        assertThat(System.nanoTime() - start).isGreaterThan(800_000_000L);
      }
    }
  }

  @Test
  void thereIsOneTestbedAtATime() throws Exception {
    try (Testbed testbed = Testbed.claim(directory, List.of())) {
      assertThat(testbed.isClosed()).isFalse();
      assertThatThrownBy(() -> Testbed.claim(directory, List.of()))
          .isInstanceOf(TestbedException.class)
          .hasMessageContaining("another testbed runs")
          .hasMessageContaining(Long.toString(ProcessHandle.current().pid()));
    }
  }

  @Test
  void whatAKilledTestbedHasLeftIsRemovedByTheNextOne() throws Exception {
    Process killed =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                KilledTestbed.class.getName(),
                directory.toString())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output =
        new BufferedReader(new InputStreamReader(killed.getInputStream(), UTF_8))) {
      assertThat(output.readLine()).isEqualTo("built");
      assertThatThrownBy(() -> Testbed.claim(directory, List.of()))
          .isInstanceOf(TestbedException.class)
          .hasMessageContaining("another testbed runs")
          .hasMessageContaining(Long.toString(killed.pid()));
    } finally {
      killed.destroyForcibly().waitFor();
    }
    assertThat(leftovers()).isNotEmpty();

    Testbed.claim(directory, List.of()).close();

    assertThat(leftovers()).isEmpty();
  }

  private static List<String> leftovers() throws Exception {
    return Command.of("ip", "netns", "list")
        .run()
        .lines()
        .filter(line -> line.startsWith(Network.PREFIX))
        .toList();
  }
}
