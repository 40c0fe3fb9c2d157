package io.argosy.tpcd.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.PlainPostgres;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class UpdateCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void doesASetOnceAndSaysSo() throws Exception {
    String url = PlainPostgres.copyUrl("update_command");
    assertThat(update("--url", url, "--function", "uf1", "--set", "7", "--transaction", "6"))
        .as(err.toString())
        .isZero();
    assertThat(out.toString())
        .contains("Set 7 of uf1 is done: 15 orders inserted, 3 transactions.");
    assertThat(err.toString()).contains("100%").contains("uf1 set 7, 15 orders");
    assertThat(update("--url", url, "--function", "uf1", "--set", "7")).isEqualTo(1);
    assertThat(err.toString()).contains("set 7 of uf1 is done already").contains("take the next");
    assertThat(update("--url", url, "--function", "uf2", "--set", "1", "--scale", "0.01")).isZero();
    assertThat(out.toString()).contains("15 orders deleted, 1 transactions.");
  }

  @Test
  void mistakesAreExplained() throws Exception {
    String empty = PlainPostgres.emptyUrl("update_nothing");
    assertThat(update("--url", empty, "--function", "uf1", "--set", "1")).isEqualTo(1);
    assertThat(err.toString()).contains("has no finished load").contains("--scale");
    assertThat(update("--url", empty, "--function", "uf2", "--set", "1", "--scale", "1"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("relation \"orders\" does not exist").contains("tpcd load");
    assertThat(
            update("--url", "jdbc:postgresql://127.0.0.1:1/x", "--function", "uf1", "--set", "1"))
        .isEqualTo(1);
    assertThat(err.toString()).contains("Is the server running");
    String url = PlainPostgres.loadedUrl();
    assertThat(update("--url", url, "--function", "uf1", "--set", "3001")).isEqualTo(2);
    assertThat(err.toString()).contains("the sets of uf1 are 1 to 3000, not 3001");
    assertThat(update("--url", url, "--function", "uf3", "--set", "1")).isEqualTo(2);
    assertThat(update("--url", url, "--function", "uf1", "--set", "1", "--transaction", "0"))
        .isEqualTo(2);
    assertThat(update("--help")).isZero();
    assertThat(out.toString()).contains("uf1, uf2");
  }

  private int update(String... arguments) {
    return new CommandLine(new UpdateCommand())
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }
}
