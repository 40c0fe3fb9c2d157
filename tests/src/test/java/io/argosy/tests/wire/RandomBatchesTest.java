package io.argosy.tests.wire;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.embedded.ServerPort;
import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.random.Choices;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Messages of several statements, and pipelines, that begin and end transactions anywhere: tags,
 * errors, states and the rows in the end are those of PostgreSQL. System properties choose others:
 * {@code batches.count} (25), {@code batches.seed} (1), {@code batches.first} (0).
 */
class RandomBatchesTest {
  private static final int COUNT = Integer.getInteger("batches.count", 25);
  private static final long SEED = Long.getLong("batches.seed", 1);
  private static final int FIRST = Integer.getInteger("batches.first", 0);
  private static final int MESSAGES = 12;
  private static final int MOST_STATEMENTS = 5;

  private static final List<String> TABLES = List.of("far", "copied", "near");
  private static final List<String> CONTROL =
      List.of(
          "begin",
          "begin",
          "begin isolation level repeatable read",
          "begin read only",
          "start transaction read write",
          "commit",
          "commit",
          "end work",
          "commit and chain",
          "commit and no chain",
          "rollback",
          "rollback",
          "abort transaction",
          "rollback and chain",
          "savepoint s",
          "savepoint s",
          "rollback to s",
          "release savepoint s",
          "set transaction read only",
          "show transaction_read_only",
          "show transaction_isolation");
  private static final List<String> SETTINGS =
      List.of(
          "set timezone to 'Asia/Tokyo'",
          "set local timezone to 'Europe/Paris'",
          "select set_config('timezone', 'America/Lima', true)",
          "select set_config('timezone', 'Africa/Cairo', false)",
          "set timezone to default",
          "reset timezone",
          "show timezone");
  private static final List<String> WRONG = List.of("select * from no_such_table", "selec");

  private static EmbeddedPostgres postgres;
  private static TestCluster cluster;
  private static ScriptTarget reference;
  private static ScriptTarget subject;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.builder().setPort(ServerPort.choose()).start();
    cluster = TestCluster.start(3);
    reference = new ScriptTarget("127.0.0.1", postgres.getPort(), "postgres", "postgres");
    subject = new ScriptTarget("127.0.0.1", cluster.cluster().port(), "postgres", "argosy");
    List<String> setup = new ArrayList<>();
    TABLES.forEach(table -> query(setup, "create table " + table + " (id int primary key, a int)"));
    ScriptRunner.run(setup, reference);
    query(setup, "select create_distributed_table('far', 'id')");
    query(setup, "select create_reference_table('copied')");
    assertThat(ScriptRunner.run(setup, subject)).doesNotContain("ErrorResponse");
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
    postgres.close();
  }

  static List<Integer> numbers() {
    List<Integer> numbers = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      numbers.add(FIRST + i);
    }
    return numbers;
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void areAnsweredAsByPostgres(int number) throws IOException {
    Choices random = Choices.random(SEED, number);
    List<String> script = new ArrayList<>();
    TABLES.forEach(table -> query(script, "truncate " + table));
    for (int i = 0; i < MESSAGES; i++) {
      List<String> statements = new ArrayList<>();
      int count = 1 + random.below(MOST_STATEMENTS);
      for (int j = 0; j < count; j++) {
        statements.add(statement(random));
      }
      if (random.chance(50)) {
        query(script, String.join("; ", statements));
      } else {
        pipeline(script, statements);
      }
    }
    query(script, "rollback");
    for (String table : TABLES) {
      query(script, "select id, a from " + table + " order by id");
    }
    assertThat(ScriptRunner.run(script, subject)).isEqualTo(ScriptRunner.run(script, reference));
  }

  private static String statement(Choices random) {
    int kind = random.below(20);
    if (kind < 8) {
      return random.pick(CONTROL);
    }
    if (kind < 10) {
      return random.pick(SETTINGS);
    }
    if (kind == 10) {
      return random.pick(WRONG);
    }
    String table = random.pick(TABLES);
    int id = random.below(30);
    return switch (random.below(6)) {
      case 0 -> "delete from " + table + " where id = " + id;
      case 1 -> "update " + table + " set a = a + 1";
      case 2 -> "select count(*) from " + table;
      default -> "insert into " + table + " values (" + id + ", 0)";
    };
  }

  private static void query(List<String> script, String sql) {
    script.addAll(List.of("send", "  Query \"" + sql + "\"", "until ReadyForQuery"));
  }

  private static void pipeline(List<String> script, List<String> statements) {
    script.add("send");
    for (String sql : statements) {
      script.addAll(List.of("  Parse \"\" \"" + sql + "\"", "  Bind \"\" \"\"", "  Execute \"\""));
    }
    script.addAll(List.of("  Sync", "until ReadyForQuery"));
  }
}
