package io.argosy.tpcd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.StartedServers;
import io.argosy.tpcd.data.LoadRecord;
import io.argosy.tpcd.schema.Placement;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TpcdCommandTest {
  private StringWriter out;
  private StringWriter err;

  @TempDir private Path directory;

  @BeforeEach
  void clear() {
    out = new StringWriter();
    err = new StringWriter();
  }

  @Test
  void runsAllQueriesOfTpcdAgainstAnotherServerAndWritesJson() throws Exception {
    String url = PlainPostgres.loadedUrl();
    Path json = directory.resolve("tpcd.json");
    assertThat(execute("run", "--url", url, "--against", url, "--json", json.toString()))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("17 of 17 same");
    JsonNode rows = new ObjectMapper().readTree(json.toFile());
    List<Integer> numbers = new ArrayList<>();
    for (JsonNode row : rows) {
      numbers.add(row.get("query").intValue());
      assertThat(row.get("same").booleanValue()).isTrue();
      assertThat(row.get("seconds").doubleValue()).isPositive();
      assertThat(row.get("single_seconds").doubleValue()).isPositive();
      assertThat(row.get("rows").isIntegralNumber()).isTrue();
      assertThat(row.get("strategy").isNull()).isTrue();
      assertThat(row.get("network_bytes").isNull()).isTrue();
    }
    assertThat(numbers).hasSize(17).startsWith(1, 2).endsWith(17);
    assertThat(rows.get(0).get("rows").intValue()).isEqualTo(4);
  }

  @Test
  void runsAllQueriesOfTpch() throws Exception {
    String url = PlainPostgres.loadedUrl();
    assertThat(execute("run", "--url", url, "--set", "tpch", "--repeat", "2", "--seed", "7"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString()).contains("22 of 22 answered");
  }

  @Test
  void onlyArgosyExplainsItself() throws Exception {
    String url = PlainPostgres.loadedUrl();
    assertThat(execute("explain", "--url", url, "--query", "1")).isEqualTo(1);
    assertThat(err.toString()).contains("the server is not Argosy");
  }

  @Test
  void salesClerkPerformanceSumsReturnedItemsPerYear() throws Exception {
    String copy = PlainPostgres.copyUrl("clerk");
    PlainPostgres.execute(
        copy, "UPDATE orders SET o_clerk = 'Clerk#000000088' WHERE o_clerk = 'Clerk#000000001'");
    Path json = directory.resolve("clerk.json");
    assertThat(execute("run", "--url", copy, "--query", "13", "--json", json.toString())).isZero();
    // Items are returned only if they were received by 1995-06-17, so no order is later than that.
    assertThat(new ObjectMapper().readTree(json.toFile()).get(0).get("rows").intValue())
        .isEqualTo(4);
  }

  @Test
  void aDifferenceIsShownAndEndsWithOne() throws Exception {
    String changed = PlainPostgres.copyUrl("changed");
    PlainPostgres.execute(
        changed,
        "UPDATE lineitem SET l_extendedprice = l_extendedprice + 0.01"
            + " WHERE l_orderkey = 1 AND l_linenumber = 1");
    Path json = directory.resolve("changed.json");
    assertThat(
            execute(
                "run",
                "--url",
                changed,
                "--against",
                PlainPostgres.loadedUrl(),
                "--query",
                "1,6",
                "--json",
                json.toString()))
        .isEqualTo(1);
    assertThat(out.toString()).contains("row 3 is [N, O, ").contains("1 of 2 same");
    JsonNode rows = new ObjectMapper().readTree(json.toFile());
    assertThat(rows.get(0).get("same").booleanValue()).isFalse();
    assertThat(rows.get(0).get("difference").textValue()).contains("instead of");
    assertThat(rows.get(1).get("same").booleanValue()).isTrue();
  }

  @Test
  void aQueryThatFailsIsAnOutcomeAndTheOthersRun() throws Exception {
    String broken = PlainPostgres.copyUrl("broken");
    PlainPostgres.execute(broken, "ALTER TABLE lineitem RENAME COLUMN l_tax TO tax");
    assertThat(execute("run", "--url", broken, "--query", "1,6")).isEqualTo(1);
    assertThat(out.toString()).contains("failed: 42703").contains("1 of 2 answered");
  }

  @Test
  void loadsAndSaysSo() throws Exception {
    String url = PlainPostgres.emptyUrl("by_command");
    assertThat(execute("load", "--url", url, "--scale", "0.001")).as(err.toString()).isZero();
    assertThat(out.toString()).contains("at scale 0.001 is loaded, placement none");
    assertThat(err.toString()).contains("100%").contains("loading lineitem");
    assertThat(execute("load", "--url", url, "--scale", "0.001")).isEqualTo(1);
    assertThat(err.toString()).contains("already exists").contains("--replace");
    assertThat(
            execute("load", "--url", url, "--scale", "0.002", "--replace", "--placement", "none"))
        .isZero();
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(LoadRecord.read(connection)).contains(new LoadRecord(0.002, Placement.NONE));
    }
  }

  @Test
  void anUndeclarablePlacementIsTheServersError() throws Exception {
    String url = PlainPostgres.emptyUrl("undeclarable");
    assertThat(execute("load", "--url", url, "--scale", "0.001", "--placement", "two-part"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("42883").contains("create_distributed_table");
  }

  @Test
  void mistakesAreExplained() throws Exception {
    String empty = PlainPostgres.emptyUrl("nothing");
    assertThat(execute("run", "--url", empty)).isEqualTo(1);
    assertThat(err.toString()).contains("./argosy tpcd load");
    assertThat(execute("run", "--url", empty, "--scale", "1")).isEqualTo(1);
    assertThat(err.toString()).contains("relation \"lineitem\" does not exist");
    assertThat(execute("run", "--url", "jdbc:postgresql://no-such-host.invalid/x")).isEqualTo(1);
    assertThat(err.toString()).contains("unknown host");
    assertThat(execute("run", "--url", "jdbc:postgresql://127.0.0.1:1/x?password=hidden"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("Is the server running").doesNotContain("hidden");
    assertThat(execute("run", "--url", "jdbc:mysql://localhost/x")).isEqualTo(1);
    assertThat(err.toString()).contains("not a PostgreSQL URL");
    assertThat(execute("run", "--url", PlainPostgres.url("no_such_database"))).isEqualTo(1);
    assertThat(err.toString()).contains("Create the database first");
  }

  @Test
  void aFileThatCannotBeWrittenIsKnownBeforeTheFirstQuery() throws Exception {
    Path file = directory.resolve("missing").resolve("tpcd.json");
    assertThat(execute("run", "--url", PlainPostgres.loadedUrl(), "--json", file.toString()))
        .isEqualTo(1);
    assertThat(out.toString()).isEmpty();
    assertThat(err.toString()).contains("cannot write " + file);
  }

  @Test
  void usageErrorsEndWithTwo() throws Exception {
    assertThat(execute("run", "--url", "x", "--query", "18")).isEqualTo(2);
    assertThat(err.toString()).contains("The set tpcd has queries 1 to 17, not 18.");
    assertThat(execute("load", "--url", "x", "--scale", "0.0001")).isEqualTo(2);
    assertThat(err.toString()).contains("--scale must be at least 0.001");
    assertThat(execute()).isEqualTo(2);
    assertThat(execute("run", "--url", "x", "--repeat", "0")).isEqualTo(2);
  }

  @Test
  void helpNamesTheChoices() {
    assertThat(execute("load", "--help")).isZero();
    assertThat(out.toString()).contains("two-part, one-part,", "all-part, none.");
    assertThat(execute("run", "--help")).isZero();
    assertThat(out.toString()).contains("tpcd, tpch");
  }

  @Test
  void bytesArePrintedShort() {
    assertThat(OutcomeTable.bytes(OptionalLong.empty())).isEqualTo("-");
    assertThat(OutcomeTable.bytes(OptionalLong.of(999))).isEqualTo("999 B");
    assertThat(OutcomeTable.bytes(OptionalLong.of(1234))).isEqualTo("1.2 kB");
    assertThat(OutcomeTable.bytes(OptionalLong.of(999_960))).isEqualTo("1.0 MB");
    assertThat(OutcomeTable.bytes(OptionalLong.of(5_000_000_000L))).isEqualTo("5.0 GB");
  }

  private int execute(String... arguments) {
    return TpcdCommand.with(new StartedServers())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
