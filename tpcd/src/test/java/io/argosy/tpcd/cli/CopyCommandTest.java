package io.argosy.tpcd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.StartedServers;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class CopyCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void timesBothServersAndLeavesNothing() throws Exception {
    String url = PlainPostgres.emptyUrl("copy_command");
    assertThat(copy("--scale", "0.01", "--nodes", "2", "--repeat", "2", "--against", url))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("COPY of lineitem, 60,175 rows, ", "Argosy ", "the other ", "rows/s")
        .containsPattern("speed of Argosy by the other's: \\d+\\.\\d\\d");
    PlainPostgres.execute(url, "CREATE TABLE tpcd_copy ()");
  }

  @Test
  void mistakesAreExplained() throws Exception {
    assertThat(copy("--repeat", "0")).isEqualTo(2);
    assertThat(copy("--scale", "0")).isEqualTo(2);
    String nowhere = "jdbc:postgresql://127.0.0.1:1/x";
    assertThat(copy("--scale", "0.001", "--url", nowhere, "--against", nowhere)).isEqualTo(1);
    assertThat(err.toString()).contains("Is the server running");
  }

  private int copy(String... arguments) {
    return new CommandLine(new CopyCommand(new StartedServers()))
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
