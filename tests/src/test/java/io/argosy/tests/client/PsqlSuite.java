package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The psql of the PATH, as a process. Skipped where there is none. */
abstract class PsqlSuite extends ShopSuite {
  static final Optional<Path> PSQL =
      Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
          .map(folder -> Path.of(folder, "psql"))
          .filter(Files::isExecutable)
          .findFirst();

  @TempDir Path folder;
  private String url;

  PsqlSuite(Target target) {
    super(target);
  }

  @BeforeAll
  void findPsql() {
    assumeTrue(PSQL.isPresent(), "no psql on the PATH");
    url = database().jdbcUrl().replaceFirst("^jdbc:", "");
  }

  @Test
  void describesTables() throws Exception {
    String description = psql("\\d+ shop.goods");

    assertThat(description)
        .contains("Table \"shop.goods\"")
        .containsPattern("price +\\| numeric\\(10,2\\)")
        .contains("\"goods_pkey\" PRIMARY KEY, btree (id)")
        .contains("FOREIGN KEY (kind) REFERENCES shop.kinds(kind)");
    assertThat(psql("\\dt shop.*")).contains("goods", "kinds", "parts", "(4 rows)");
    assertThat(psql("\\dv shop.*")).contains("cheap");
    assertThat(psql("\\di shop.*")).contains("parts_pkey");
    assertThat(psql("\\dn")).contains("shop");
  }

  @Test
  void queriesWithTimingAndVariables() throws Exception {
    assertThat(
            psql(
                "\\timing on",
                "\\set limit 3",
                "SELECT id FROM shop.goods ORDER BY id LIMIT :limit"))
        .contains("(3 rows)")
        .containsPattern("Time: \\d+\\.\\d+ ms");
    assertThat(psql("\\x on", "SELECT id, name FROM shop.goods WHERE id = 5"))
        .containsPattern("name \\| good 5");
    assertThat(psql("SELECT count(*) FROM shop.goods \\gset total_", "\\echo rows :total_count"))
        .contains("rows 1000");
    assertThat(psql("\\set FETCH_COUNT 100", "SELECT id FROM shop.goods ORDER BY id"))
        .contains("(1000 rows)");
    assertThat(psql("SELECT name, flag FROM shop.goods WHERE id < 3 \\gdesc")).contains("boolean");
  }

  @Test
  void copiesFilesInAndOut() throws Exception {
    Path in = folder.resolve("in.csv");
    Path out = folder.resolve("out.csv");
    Files.writeString(in, "id,part,note\n8000,1,\"a, b\"\n8001,1,\n");

    String answer =
        psql(
            "\\copy shop.parts FROM '" + in + "' WITH (FORMAT csv, HEADER)",
            "\\copy (SELECT * FROM shop.parts WHERE id >= 8000 ORDER BY id) TO '"
                + out
                + "' WITH (FORMAT csv, HEADER)",
            "DELETE FROM shop.parts WHERE id >= 8000");

    assertThat(answer).contains("COPY 2", "DELETE 2");
    assertThat(Files.readString(out)).isEqualTo(Files.readString(in));
  }

  @Test
  void errorsPointAtTheirPlace() throws Exception {
    assertThat(psql("SELECT nosuch FROM shop.goods"))
        .contains("ERROR:  column \"nosuch\" does not exist")
        .contains("LINE 1: SELECT nosuch FROM shop.goods")
        .containsPattern("\n {15}\\^");
  }

  @Test
  void controlCCancelsTheStatement() throws Exception {
    Path output = folder.resolve("output");
    Process psql = process(output, "-c", "\\warn started", "-c", "SELECT pg_sleep(50)").start();

    // An interrupt ends psql before it has started, and is ignored until it has sent the statement.
    await().until(() -> Files.readString(output).contains("started"));
    await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(300))
        .until(() -> interrupted(psql));

    assertThat(Files.readString(output)).contains("canceling statement due to user request");
  }

  private static boolean interrupted(Process psql) throws IOException, InterruptedException {
    if (psql.isAlive()) {
      new ProcessBuilder("kill", "-INT", Long.toString(psql.pid())).start().waitFor();
    }
    return !psql.isAlive();
  }

  /** What psql prints, on both of its outputs, for a script on its standard input. */
  private String psql(String... commands) throws IOException, InterruptedException {
    Path script = Files.createTempFile(folder, "psql", ".sql");
    Path output = Files.createTempFile(folder, "psql", ".out");
    Files.write(
        script,
        Arrays.stream(commands)
            .map(command -> command.startsWith("\\") ? command : terminated(command))
            .toList());
    process(output).redirectInput(script.toFile()).start().waitFor();
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  /** A statement that no backslash command sends gets its semicolon. */
  private static String terminated(String command) {
    return command.contains("\\") ? command : command + ";";
  }

  private ProcessBuilder process(Path output, String... arguments) {
    List<String> line = new ArrayList<>(List.of(PSQL.orElseThrow().toString(), "-X", "-d", url));
    line.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("PGCLIENTENCODING", "UTF8");
    return builder;
  }
}
