package io.argosy.tests.client;

import static io.argosy.tests.client.JvmTool.QUERY;

import io.argosy.tests.differential.Database;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Spark writes tables and reads them in parts by several connections at a time, one as it makes it
 * and one that is placed. Skipped where Spark cannot be installed.
 */
@Tag("slow")
@Tag("long")
class SparkTest {
  private static final String PLACE = "place";

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("plain", "write"),
          List.of(QUERY, "CREATE UNIQUE INDEX ON plain (id)"),
          List.of("plain", "work", "replace"),
          List.of("measures", "write"),
          List.of(PLACE),
          List.of(QUERY, "CREATE UNIQUE INDEX ON measures (id)"),
          List.of("measures", "work", "replace"),
          List.of(QUERY, JvmTool.OBJECTS));

  @Test
  void readsAndWritesAsOnOnePostgres() throws Exception {
    Toolchain.SPARK.prepareOrSkip();
    List<ComparedCommand> compared =
        CommandComparison.requireSame(
            COMMANDS,
            (database, command) -> JvmTool.run(database, command, SparkTest::run),
            JvmTool::shown);
    ApplicationsPage.check(
        Application.SPARK,
        Toolchain.SPARK.version("spark-sql_2.13"),
        Outcome.of(compared, SparkTest::name));
  }

  private static Optional<String> name(List<String> command) {
    return command.contains("write")
        ? Optional.of("write.jdbc")
        : Optional.of("read.jdbc in partitions, overwrite")
            .filter(name -> command.contains("work"));
  }

  private static Program run(Database database, List<String> command)
      throws IOException, InterruptedException {
    if (command.getFirst().equals(PLACE)) {
      return JvmTool.query(
          database, JvmTool.placement(database, "create_distributed_table('measures', 'id')"));
    }
    Program done = JvmTool.program(Toolchain.SPARK, "SparkCommands", database, command);
    // Beside what it prints there is Spark's log.
    return done.failed() ? done : new Program(done.status(), done.output(), "");
  }
}
