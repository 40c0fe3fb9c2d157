package io.argosy.tpcd.performance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.cli.TpcdProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes that are killed in the middle of a test; what they have done is not done again. */
@Tag("long")
class KilledTestTest {
  @TempDir private Path directory;

  @Test
  void aPowerTestGoesOnAfterAQueryAndWithinAnUpdateFunction() throws Exception {
    String url = PlainPostgres.copyUrl("killed_power");
    String reference = PlainPostgres.copyUrl("killed_power_reference");
    String[] command = {
      "power", "--url", url, "--against", reference, "--transaction", "4", "--report", report()
    };

    // Query 2, the second one of stream 0, is the first to need suppliers.
    killWhenBlocked(url, "LOCK TABLE supplier IN ACCESS EXCLUSIVE MODE", command);
    TestRecord first = record(TestKind.POWER);
    assertThat(first.done().keySet()).containsExactlyInAnyOrder("uf1-set-1", "stream-0-query-14");

    // The sixth order of the first set, which its second transaction deletes.
    killWhenBlocked(url, "SELECT FROM orders WHERE o_orderkey = 6 FOR UPDATE", command);
    TestRecord second = record(TestKind.POWER);
    assertThat(second.done()).hasSize(18);
    assertThat(number(url, "SELECT count(*) FROM orders")).isEqualTo(15_000 + 15 - 4);

    assertThat(finish(command)).isZero();
    TestRecord last = record(TestKind.POWER);
    assertThat(last.complete()).isTrue();
    assertThat(last.resumptions()).isEqualTo(2);
    assertThat(last.done()).as("what was done stays").containsAllEntriesOf(second.done());
    assertThat(second.done()).containsAllEntriesOf(first.done());
    assertThat(last.metric()).isPresent();
    assertEveryUpdateWasMadeOnce(url, 2);
    assertThat(last.validated().values()).hasSize(17);
    assertThat(last.validated().values())
        .allMatch(answer -> answer.reference() && answer.difference() == null);
    assertThat(
            last
                .transactions(new Step.UpdateStep(io.argosy.tpcd.update.UpdateFunction.UF2, 1))
                .stream()
                .mapToLong(Event.TransactionDone::orders)
                .sum())
        .as("the times are those of both processes")
        .isEqualTo(15);
    assertThat(java.nio.file.Files.readString(directory.resolve("report.html")))
        .contains("was interrupted and taken up again 2 times");
  }

  @Test
  void aThroughputTestGoesOnInAllItsStreams() throws Exception {
    String url = PlainPostgres.copyUrl("killed_throughput");
    String reference = PlainPostgres.copyUrl("killed_throughput_reference");
    String[] command = {
      "throughput", "--url", url, "--against", reference, "--transaction", "4", "--report", report()
    };
    // The same order as above: the update stream waits in UF2 when everything is killed.
    killWhenBlocked(url, "SELECT FROM orders WHERE o_orderkey = 6 FOR UPDATE", command);
    TestRecord first = record(TestKind.THROUGHPUT);
    assertThat(first.complete()).isFalse();
    assertThat(first.done()).containsKey("uf1-set-1").doesNotContainKey("uf2-set-1");

    assertThat(finish(command)).isZero();
    TestRecord last = record(TestKind.THROUGHPUT);
    assertThat(last.complete()).isTrue();
    assertThat(last.resumptions()).isEqualTo(1);
    assertThat(last.done()).containsAllEntriesOf(first.done());
    assertThat(last.clock()).isGreaterThan(first.clock());
    assertThat(last.metric()).isPresent();
    assertEveryUpdateWasMadeOnce(url, 4);
    assertThat(last.validated().values()).hasSize(34);
    assertThat(last.validated().values())
        .allMatch(answer -> answer.reference() && answer.difference() == null);
  }

  private String report() {
    return directory.toString();
  }

  private TestRecord record(TestKind kind) throws IOException {
    return Journal.read(PerformanceTest.journal(directory, kind)).orElseThrow();
  }

  private static void assertEveryUpdateWasMadeOnce(String url, int sets) throws SQLException {
    assertThat(number(url, "SELECT count(*) FROM orders")).isEqualTo(15_000);
    // 15 orders in transactions of 4, 4, 4 and 3.
    assertThat(number(url, "SELECT count(*) FROM tpcd_updates")).isEqualTo(sets * 4L);
  }

  private static void killWhenBlocked(String url, String lock, String... command) throws Exception {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(lock);
      Process process = start(command);
      try {
        await().atMost(Duration.ofMinutes(2)).until(() -> !process.isAlive() || isBlocked(url));
        assertThat(process.isAlive()).as("it waits for the lock").isTrue();
      } finally {
        // SIGKILL.
        process.destroyForcibly().waitFor();
      }
      // What the server was doing for it ends before the lock does.
      connection.createStatement().execute(TERMINATE_OTHERS);
      connection.rollback();
    }
    await()
        .until(
            () ->
                number(
                        url,
                        "SELECT count(*) FROM pg_locks JOIN pg_class ON oid = relation"
                            + " WHERE relname = 'orders' AND pid <> pg_backend_pid()")
                    == 0);
  }

  private static final String TERMINATE_OTHERS =
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
          + " WHERE datname = current_database() AND pid <> pg_backend_pid()";

  private static boolean isBlocked(String url) throws SQLException {
    return number(
            url,
            "SELECT count(*) FROM pg_stat_activity"
                + " WHERE datname = current_database() AND wait_event_type = 'Lock'")
        > 0;
  }

  private static long number(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }

  private static int finish(String... command) throws Exception {
    return start(command).waitFor();
  }

  private static Process start(String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                TpcdProgram.class.getName()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).inheritIO();
    return builder.start();
  }
}
