package io.argosy.tests.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.random.Choices;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pipelines that run one statement many times with other values, as drivers send batches: tags,
 * rows, notices, errors, states and the tables in the end are those of PostgreSQL. System
 * properties choose others: {@code runs.count} (25), {@code runs.seed} (1), {@code runs.first} (0).
 */
class PipelinedRunsTest {
  private static final int COUNT = Integer.getInteger("runs.count", 25);
  private static final long SEED = Long.getLong("runs.seed", 1);
  private static final int FIRST = Integer.getInteger("runs.first", 0);
  private static final int PIPELINES = 6;
  private static final int MOST_RUNS = 40;
  private static final int KEYS = 200;

  private static final List<String> TABLES = List.of("far", "near", "copied", "child", "watched");

  private static final String SETUP =
      """
      create table far (id int primary key, a int check (a <> 13), t varchar(6) not null)
      create table near (id int primary key, a int check (a <> 13), t varchar(6) not null)
      create table copied (id int primary key, a int check (a <> 13), t varchar(6) not null)
      create table child (id int not null references far (id), a int check (a <> 13), t varchar(6) not null)
      create table watched (id int primary key, a int check (a <> 13), t varchar(6) not null)
      create function tell() returns trigger language plpgsql as $$ begin\
       raise notice 'row %', new.id; new.a := new.a + 1; return new; end $$
      """;

  private static final String PLACEMENT =
      """
      select argosy.declare_function_safe('tell()')
      select create_distributed_table('far', 'id')
      select create_distributed_table('child', 'id')
      select create_distributed_table('watched', 'id')
      select create_reference_table('copied')
      """;

  private static final String TRIGGER =
      "create trigger telling before insert or update on watched for each row"
          + " execute function tell()";

  /** Each with the parameters of a key, a number and a text. */
  private static final List<String> STATEMENTS =
      List.of(
          "insert into %s values ($1, $2, $3)",
          "insert into %s values ($1, $2, $3)",
          "insert into %s (t, id, a) values ($3, $1, $2) returning id, t, a + 1",
          "insert into %s values ($1, $2, $3) returning *",
          "insert into %s values ($1, $2, coalesce($3, 'none'))",
          "insert into %s values ($1, $2, $3) on conflict do nothing",
          "update %s set a = $2, t = $3 where id = $1",
          "update %s set a = a + $2 where id = $1 and t <> $3 returning id, a",
          "delete from %s where id = $1 and (a <> $2 or t <> $3)",
          "select id, a, t from %s where id = $1 and a <> $2 and t <> $3");

  /** The nodes have the rows of one that has several one after the other, as PostgreSQL has not. */
  private static final List<String> ANY_STATEMENTS =
      Stream.concat(
              STATEMENTS.stream(),
              Stream.of("insert into %s values ($1, $2, $3), ($1 + 1000, $2, $3)"))
          .toList();

  private static final String WAITING = "insert into far values (%s, 0, 'run')";

  private static final String BACKENDS =
      "select count(*) from pg_stat_activity where state = ? and query ilike 'insert into%far%$1%'";

  private static EmbeddedPostgres postgres;
  private static TestCluster cluster;
  private static ScriptTarget reference;
  private static ScriptTarget subject;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.start();
    cluster = TestCluster.start(3);
    reference = new ScriptTarget("127.0.0.1", postgres.getPort(), "postgres", "postgres");
    subject = new ScriptTarget("127.0.0.1", cluster.cluster().port(), "postgres", "argosy");
    List<String> setup = new ArrayList<>();
    SETUP.lines().forEach(sql -> query(setup, sql));
    List<String> placement = new ArrayList<>();
    PLACEMENT.lines().forEach(sql -> query(placement, sql));
    List<String> trigger = new ArrayList<>();
    query(trigger, TRIGGER);
    ScriptRunner.run(setup, reference);
    ScriptRunner.run(trigger, reference);
    for (List<String> script : List.of(setup, placement, trigger)) {
      assertThat(ScriptRunner.run(script, subject)).doesNotContain("ErrorResponse");
    }
  }

  @AfterAll
  static void stop() throws IOException {
    cluster.close();
    postgres.close();
  }

  static List<Integer> numbers() {
    return IntStream.range(FIRST, FIRST + COUNT).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("numbers")
  void areAnsweredAsByPostgres(int number) throws IOException {
    Choices random = Choices.random(SEED, number);
    List<String> script = new ArrayList<>();
    query(script, "truncate " + String.join(", ", TABLES));
    query(script, "insert into far select g, g, 'old' from generate_series(1, 250, 5) g");
    for (int i = 0; i < PIPELINES; i++) {
      if (random.chance(20)) {
        query(script, random.pick("begin", "commit", "rollback", "savepoint s", "rollback to s"));
      }
      pipeline(random, script);
    }
    query(script, "commit");
    for (String table : TABLES) {
      query(script, "select * from " + table + " order by id, a, t");
    }
    assertThat(ScriptRunner.run(script, subject)).isEqualTo(ScriptRunner.run(script, reference));
  }

  private static void pipeline(Choices random, List<String> script) {
    script.add(random.chance(70) ? "send together" : "send");
    int batches = 1 + random.below(3);
    for (int i = 0; i < batches; i++) {
      batch(random, script, random.chance(80) ? "" : "s" + script.size());
    }
    script.addAll(List.of("  Sync", "until ReadyForQuery"));
  }

  private static void batch(Choices random, List<String> script, String name) {
    String table = random.pick(TABLES);
    String sql =
        random
            .pick(table.equals("child") || table.equals("watched") ? STATEMENTS : ANY_STATEMENTS)
            .formatted(table);
    script.add("  Parse \"%s\" \"%s\" 23 23 25".formatted(name, sql));
    int runs = 1 + random.below(MOST_RUNS);
    boolean wrong = random.chance(30);
    boolean described = random.chance(60);
    String results = random.chance(30) ? " results 1" : "";
    int from = random.below(KEYS);
    for (int run = 0; run < runs; run++) {
      boolean wrongNow = wrong && random.chance(5);
      // Mostly keys that are not there yet.
      int key = random.chance(2) ? random.below(KEYS) : from + run * 7 % KEYS;
      script.add(
          "  Bind \"\" \"%s\" values %s %s %s%s"
              .formatted(
                  name,
                  wrongNow ? random.pick("NULL", "\"" + key + "\"") : "\"" + key + "\"",
                  wrongNow ? random.pick("\"13\"", "NULL") : "\"" + run + "\"",
                  wrongNow ? random.pick("NULL", "\"it's\"") : "\"it's\"",
                  results));
      if (described) {
        script.add("  Describe P \"\"");
      }
      script.add(random.chance(3) ? "  Execute \"\" 1" : "  Execute \"\"");
      if (random.chance(2)) {
        script.add("  Flush");
      }
    }
  }

  private static void query(List<String> script, String sql) {
    script.addAll(List.of("send", "  Query \"" + sql + "\"", "until ReadyForQuery"));
  }

  /** While one node waits for a lock, the others have their runs. */
  @Test
  void nodesDoNotWaitForEachOther() throws Exception {
    List<String> setup = new ArrayList<>();
    query(setup, "truncate " + String.join(", ", TABLES));
    ScriptRunner.run(setup, subject);
    List<String> runs = new ArrayList<>();
    runs.addAll(List.of("send together", "  Parse \"\" \"" + WAITING.formatted("$1") + "\" 23"));
    for (int key = 1; key <= 30; key++) {
      runs.addAll(List.of("  Bind \"\" \"\" values \"%d\"".formatted(key), "  Execute \"\""));
    }
    runs.addAll(List.of("  Sync", "until ReadyForQuery"));
    try (Connection other = DriverManager.getConnection(cluster.jdbcUrl());
        Statement statement = other.createStatement()) {
      other.setAutoCommit(false);
      // The first run is one alone.
      statement.execute(WAITING.formatted(2));
      CompletableFuture<String> client =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return ScriptRunner.run(runs, subject);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      await().until(() -> nodesThat("active") == 1 && nodesThat("idle in transaction") == 2);
      other.rollback();
      assertThat(client.get()).doesNotContain("ErrorResponse");
    }
  }

  private static long nodesThat(String state) {
    return cluster.cluster().servers().stream()
        .filter(
            server -> {
              try (Connection node = DriverManager.getConnection(server.jdbcUrl());
                  PreparedStatement count = node.prepareStatement(BACKENDS)) {
                count.setString(1, state);
                try (ResultSet rows = count.executeQuery()) {
                  return rows.next() && rows.getInt(1) > 0;
                }
              } catch (SQLException e) {
                throw new IllegalStateException(e);
              }
            })
        .count();
  }
}
