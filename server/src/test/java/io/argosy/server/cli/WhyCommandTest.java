package io.argosy.server.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class WhyCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @TempDir private Path directory;

  @BeforeEach
  void makeTable() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE asked (id int, note text)",
          "SELECT create_distributed_table('asked', 'id')",
          "INSERT INTO asked SELECT i, 'x' FROM generate_series(1, 1000) i");
    }
  }

  @AfterEach
  void dropTable() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(connection, "DROP TABLE asked");
    }
  }

  private int why(String... arguments) throws IOException {
    return whyOf(SharedCluster.url() + "?user=postgres", arguments);
  }

  private int whyOf(String url, String... arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    String[] all = new String[arguments.length + 3];
    all[0] = "why";
    all[1] = "--url";
    all[2] = url;
    System.arraycopy(arguments, 0, all, 3, arguments.length);
    return line.execute(all);
  }

  @Test
  void itTellsWhereTheTimeWent() throws IOException {
    assertThat(why("--runs", "2", "SELECT count(*) FROM asked")).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith("PUSHDOWN on node1, node2, node3: ")
        .contains("Where the time went", "Limited by: ", "What the nodes did, and when")
        .contains("node3 statement");
  }

  @Test
  void programsGetJson() throws IOException {
    Path file = Files.writeString(directory.resolve("q.sql"), "SELECT * FROM asked WHERE id = 1");
    assertThat(why("--json", "--file", file.toString())).as(err.toString()).isZero();
    assertThat(new ObjectMapper().readTree(out.toString()).path("Strategy").asText())
        .isEqualTo("ROUTE");
  }

  @Test
  void whatIsChangedDoesNotStay() throws Exception {
    assertThat(why("DELETE FROM asked")).as(err.toString()).isZero();
    assertThat(why("DELETE FROM asked;")).as(err.toString()).isZero();
    for (String more : List.of("; SELECT 1", "; COMMIT", "; ROLLBACK; DELETE FROM asked")) {
      assertThat(why("DELETE FROM asked" + more)).isEqualTo(1);
    }
    assertThat(err.toString()).contains("write one statement");
    try (Connection connection = SharedCluster.connect()) {
      assertThat(SharedCluster.rows(connection, "SELECT count(*) FROM asked"))
          .containsExactly("1000");
    }
  }

  @Test
  void whatIsWrongIsSaid() throws IOException {
    assertThat(why("SELECT nothing FROM asked")).isEqualTo(1);
    assertThat(err.toString()).contains("column \"nothing\" does not exist (42703)");
    assertThat(why("--file", directory.resolve("none").toString())).isEqualTo(1);
    assertThat(err.toString()).contains("there is no file");
    assertThat(why("--runs", "0", "SELECT 1")).isEqualTo(2);
    assertThat(why()).isEqualTo(2);
    assertThat(whyOf("jdbc:postgresql://127.0.0.1:1/x?user=y", "SELECT 1")).isEqualTo(1);
    assertThat(err.toString()).contains("refused");
  }

  @Test
  void aServerThatIsNoCoordinatorIsTold() throws Exception {
    try (Connection node = SharedCluster.connectTo(0, "postgres")) {
      String url = node.getMetaData().getURL() + "?user=postgres";
      assertThat(whyOf(url.replaceAll("\\?.*\\?", "?"), "SELECT 1")).isEqualTo(1);
    }
    assertThat(err.toString()).contains("is this a coordinator?");
  }
}
