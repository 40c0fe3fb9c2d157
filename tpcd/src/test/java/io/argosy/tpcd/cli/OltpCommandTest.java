package io.argosy.tpcd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.tpcd.ArgosyCluster;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.StartedServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class OltpCommandTest {
  private static final String ROWS =
      "SELECT (SELECT count(*) FROM %1$saccounts), (SELECT count(*) FROM %1$stellers),"
          + " (SELECT count(*) FROM %1$sbranches), (SELECT count(DISTINCT bid) FROM %1$saccounts)";

  /** Money is neither made nor lost. */
  private static final String SUMS =
      "SELECT (SELECT sum(abalance) FROM %1$saccounts), (SELECT sum(tbalance) FROM %1$stellers),"
          + " (SELECT sum(bbalance) FROM %1$sbranches), (SELECT sum(delta) FROM %1$shistory)";

  @RegisterExtension static final ArgosyCluster CLUSTER = new ArgosyCluster();

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  @Test
  void paymentsAddUpOnBothServers() throws Exception {
    String one = PlainPostgres.emptyUrl("oltp_payments");
    String[] tinyRun = {
      "--server",
      "one=" + one,
      "--server",
      "argosy=" + CLUSTER.url(),
      "--scale",
      "1",
      "--clients",
      "1,4",
      "--repeat",
      "1",
      "--seconds",
      "0.3",
      "--warm-up",
      "0",
      "--report",
      directory.toString(),
      "--workloads",
      "tpc-b,tpc-b-colocated:literal,tpc-b:simple,batch-insert"
    };
    assertThat(oltp(tinyRun)).as("%s%n%s", out, err).isZero();

    for (String prefix : List.of("pgbench_", "colocated_")) {
      for (String url : List.of(one, CLUSTER.url())) {
        assertThat(ask(url, ROWS.formatted(prefix))).containsExactly("100000", "10", "1", "1");
        List<String> sums = ask(url, SUMS.formatted(prefix));
        assertThat(sums).doesNotContainNull();
        assertThat(sums.stream().distinct()).as("%s %s", url, sums).hasSize(1);
      }
    }
    // With one branch, only these are on several nodes.
    assertThat(onNodes("SELECT count(*) FROM pgbench_accounts")).noneMatch("100000"::equals);
    JsonNode rows =
        new ObjectMapper().readTree(directory.resolve("report.json").toFile()).get("outcomes");
    assertThat(rows).hasSize(4 * 2 * 2);
    for (JsonNode row : rows) {
      assertThat(row.has("cannot")).as(row.toString()).isFalse();
      JsonNode round = row.get("rounds").get(0);
      assertThat(round.get("transactions").longValue()).isPositive();
      assertThat(round.get("mean_seconds").doubleValue()).isPositive();
    }
    assertThat(Files.readAllLines(directory.resolve("report.csv"))).hasSize(1 + rows.size());
    assertThat(Files.readString(directory.resolve("report.html"))).contains("tpc-b-colocated");
    assertThat(out.toString()).contains("by_argosy", "tpc-b:prepared", "The report: ");
  }

  @Test
  void tablesThatAreThereAreTakenButForTheirHistory() throws Exception {
    String one = PlainPostgres.emptyUrl("oltp_kept");
    assertThat(tiny(one, "--scale", "1", "--workloads", "tpc-b")).as("%s", err).isZero();
    PlainPostgres.execute(one, "UPDATE pgbench_tellers SET filler = 'kept' WHERE tid = 1");
    assertThat(ask(one, "SELECT count(*) FROM pgbench_history")).doesNotContain("0");

    assertThat(tiny(one, "--scale", "1", "--workloads", "select:prepared")).isZero();

    assertThat(ask(one, "SELECT trim(filler) FROM pgbench_tellers WHERE tid = 1"))
        .containsExactly("kept");
    assertThat(ask(one, "SELECT count(*) FROM pgbench_history")).containsExactly("0");
  }

  @Test
  void tablesOfAnotherScaleAreReplacedIfThatIsSaid() throws Exception {
    String one = PlainPostgres.emptyUrl("oltp_replaced");
    assertThat(tiny(one, "--scale", "1", "--workloads", "update")).isZero();
    PlainPostgres.execute(one, "DROP TABLE pgbench_history");

    assertThat(tiny(one, "--scale", "2", "--workloads", "update")).isEqualTo(1);
    assertThat(err.toString()).contains("not of scale 2", "add --replace");
    assertThat(ask(one, "SELECT max(aid) FROM pgbench_accounts")).containsExactly("100000");

    assertThat(tiny(one, "--scale", "2", "--workloads", "update", "--replace")).isZero();
    assertThat(ask(one, "SELECT max(aid), max(bid) FROM pgbench_accounts"))
        .containsExactly("200000", "2");
  }

  private int tiny(String url, String... arguments) {
    List<String> all =
        new ArrayList<>(
            List.of(
                "--server",
                "one=" + url,
                "--clients",
                "1",
                "--repeat",
                "1",
                "--seconds",
                "0.1",
                "--warm-up",
                "0",
                "--report",
                directory.toString()));
    all.addAll(List.of(arguments));
    return oltp(all.toArray(String[]::new));
  }

  @Test
  void withoutServersSomeAreStarted() throws Exception {
    assertThat(
            oltp(
                "--nodes",
                "1",
                "--scale",
                "1",
                "--clients",
                "1",
                "--repeat",
                "1",
                "--seconds",
                "0.1",
                "--workloads",
                "select:prepared",
                "--report",
                directory.toString()))
        .as("%s%n%s", out, err)
        .isZero();
    assertThat(out.toString()).containsPattern("prepared +1 +argosy +[0-9]");
    assertThat(Files.readString(directory.resolve("report.html")))
        .contains("client, coordinator and agents");
  }

  @Test
  void everyWorkloadRunsInEveryModeAndLeavesNothing() throws Exception {
    String one = PlainPostgres.emptyUrl("oltp_modes");
    List<String> workloads = new ArrayList<>();
    for (String mode : List.of("literal", "simple", "extended", "prepared")) {
      for (String kind : List.of("select", "update", "tpc-b", "tpc-b-colocated", "batch")) {
        workloads.add(kind + ":" + mode);
      }
    }
    assertThat(
            oltp(
                "--server",
                "one=" + one,
                "--scale",
                "1",
                "--clients",
                "2",
                "--repeat",
                "2",
                "--seconds",
                "0.05",
                "--warm-up",
                "0",
                "--workloads",
                String.join(",", workloads),
                "--processes",
                "one=" + ProcessHandle.current().pid(),
                "--drop",
                "--report",
                directory.toString()))
        .as("%s%n%s", out, err)
        .isZero();
    JsonNode rows =
        new ObjectMapper().readTree(directory.resolve("report.json").toFile()).get("outcomes");
    assertThat(rows).hasSize(7 * 4);
    for (JsonNode row : rows) {
      assertThat(row.get("rounds")).as(row.toString()).hasSize(2);
      assertThat(row.get("rounds").get(0).has("server_processor_seconds")).isTrue();
    }
    assertThat(ask(one, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
        .containsExactly("0");
  }

  /** Nobody but the first two clients gets a connection. */
  @Test
  void whatAServerCannotDoDoesNotEndTheRun() throws Exception {
    String url = PlainPostgres.emptyUrl("oltp_limited");
    PlainPostgres.execute(url, "CREATE ROLE limited LOGIN CONNECTION LIMIT 2");
    PlainPostgres.execute(url, "GRANT CREATE ON SCHEMA public TO limited");
    String limited = url.replace("user=postgres", "user=limited");
    assertThat(limited).contains("user=limited");
    try {
      assertThat(
              oltp(
                  "--server",
                  "one=" + limited,
                  "--scale",
                  "1",
                  "--clients",
                  "1,3",
                  "--repeat",
                  "1",
                  "--seconds",
                  "0.1",
                  "--workloads",
                  "select:simple,update",
                  "--only",
                  "one=select:simple",
                  "--drop",
                  "--report",
                  directory.toString()))
          .as("%s%n%s", out, err)
          .isZero();
    } finally {
      PlainPostgres.execute(url, "DROP OWNED BY limited");
      PlainPostgres.execute(url, "DROP ROLE limited");
    }
    assertThat(out.toString())
        .containsPattern("select:simple +1 +one +[0-9]")
        .containsPattern("select:simple +3 +one +53300 .*too many connections")
        .doesNotContain("update:");
  }

  @Test
  void mistakesAreExplained() {
    assertThat(oltp("--repeat", "0")).isEqualTo(2);
    assertThat(oltp("--clients", "0")).isEqualTo(2);
    assertThat(oltp("--seconds", "0")).isEqualTo(2);
    assertThat(oltp("--workloads", "much")).isEqualTo(2);
    assertThat(err.toString()).contains("no workload much");
    assertThat(oltp("--server", "a=x?preferQueryMode=simple")).isEqualTo(2);
    assertThat(oltp("--server", "a=x", "--only", "b=select")).isEqualTo(2);
    assertThat(err.toString()).contains("no --server is called b");
    assertThat(oltp("--server", "a=x", "--processes", "a=me")).isEqualTo(2);
    assertThat(oltp("--server", "a=x", "--processes", "a=999999999")).isEqualTo(2);
    assertThat(err.toString()).contains("not all of 999999999 are on this machine");
    assertThat(oltp("--server", "a=jdbc:postgresql://127.0.0.1:1/x", "--scale", "1")).isEqualTo(1);
    assertThat(err.toString()).contains("Is the server running");
  }

  private static List<String> onNodes(String sql) throws SQLException {
    List<String> answers = new ArrayList<>();
    for (String url : CLUSTER.nodeUrls()) {
      answers.addAll(ask(url, sql));
    }
    return answers;
  }

  /** The columns of the first row. */
  private static List<String> ask(String url, String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      List<String> columns = new ArrayList<>();
      for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
        columns.add(rows.getString(i));
      }
      return columns;
    }
  }

  private int oltp(String... arguments) {
    return new CommandLine(new OltpCommand(new StartedServers()))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
