package io.argosy.agent.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.agent.postgres.DataRowReader;
import io.argosy.agent.postgres.Field;
import io.argosy.agent.postgres.PostgresException;
import io.argosy.agent.testing.Events;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every implementation of {@link Node} does alike. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public abstract class NodeContract {
  private static final SessionOptions PLAIN = options(Map.of());

  protected abstract Node node();

  protected static SessionOptions options(Map<String, String> settings) {
    return new SessionOptions("postgres", "postgres", settings);
  }

  private NodeSession open() {
    return node().open(PLAIN);
  }

  @Test
  void simpleQueryGivesAllStatementsInOrder() {
    try (NodeSession session = open()) {
      List<ResultEvent> events =
          Events.of(session, new Request.Simple("SELECT 1 AS a; SELECT 'x', NULL; ;"));
      assertThat(events)
          .extracting(event -> event.getClass().getSimpleName())
          .containsExactly("Columns", "Rows", "Complete", "Columns", "Rows", "Complete", "Ready");
      ResultEvent.Columns columns = (ResultEvent.Columns) events.getFirst();
      assertThat(columns.fields()).containsExactly(new Field("a", 0, 0, 23, 4, -1, 0));
      DataRowReader rows = new DataRowReader(((ResultEvent.Rows) events.get(4)).messages());
      assertThat(rows.next()).isTrue();
      assertThat(rows.columnCount()).isEqualTo(2);
      assertThat(rows.text(0)).isEqualTo("x");
      assertThat(rows.isNull(1)).isTrue();
      assertThat(rows.text(1)).isNull();
      assertThat(rows.next()).isFalse();
      assertThat(session.transactionStatus()).isEqualTo('I');
    }
  }

  @Test
  void emptyQueryIsSaidSo() {
    try (NodeSession session = open()) {
      assertThat(Events.of(session, new Request.Simple("-- nothing")))
          .containsExactly(new ResultEvent.Empty(), new ResultEvent.Ready('I'));
    }
  }

  @Test
  void describeGivesParameterTypesAndColumns() {
    try (NodeSession session = open()) {
      List<ResultEvent> events =
          Events.of(
              session, new Request.Describe("SELECT $1::int + 1 AS n, $2 || 'x' AS t", new int[0]));
      assertThat(Events.only(events, ResultEvent.Parameters.class).types()).containsExactly(23, 25);
      assertThat(Events.only(events, ResultEvent.Columns.class).fields())
          .extracting(Field::name, Field::typeOid)
          .containsExactly(
              org.assertj.core.groups.Tuple.tuple("n", 23),
              org.assertj.core.groups.Tuple.tuple("t", 25));
      assertThat(Events.of(session, new Request.Describe("BEGIN", new int[0])))
          .hasAtLeastOneElementOfType(ResultEvent.NoColumns.class);
    }
  }

  @Test
  void parametersAndResultsComeInTheFormatsAskedFor() {
    try (NodeSession session = open()) {
      Request request =
          new Request.Extended(
              "SELECT $1, $2, $3",
              new int[] {23, 25, 25},
              Arrays.asList(new byte[] {0, 0, 1, 2}, "é".getBytes(UTF_8), null),
              new short[] {1, 0, 0},
              new short[] {1, 0, 1},
              true);
      List<ResultEvent> events = Events.of(session, request);
      assertThat(Events.only(events, ResultEvent.Columns.class).fields())
          .extracting(Field::format)
          .containsExactly(1, 0, 1);
      DataRowReader rows =
          new DataRowReader(Events.only(events, ResultEvent.Rows.class).messages());
      assertThat(rows.next()).isTrue();
      assertThat(rows.bytes(0)).containsExactly(0, 0, 1, 2);
      assertThat(rows.slice(0).getInt()).isEqualTo(258);
      assertThat(rows.text(1)).isEqualTo("é");
      assertThat(rows.size(2)).isEqualTo(-1);
    }
  }

  @Test
  void describeCanBeLeftOut() {
    try (NodeSession session = open()) {
      Request request =
          new Request.Extended(
              "SELECT 1", new int[0], List.of(), new short[0], new short[0], false);
      assertThat(Events.of(session, request))
          .extracting(event -> event.getClass().getSimpleName())
          .containsExactly("Rows", "Complete", "Ready");
    }
  }

  @Test
  void aStatementHasSettingsOfItsOwn() {
    Request fragment =
        Request.Extended.of(
                "SELECT current_setting('random_page_cost'),"
                    + " current_setting('dynamic_library_path')",
                0)
            .withSettings(Map.of("random_page_cost", "1.5", "dynamic_library_path", "it's \\ '"));
    try (NodeSession session = open()) {
      String before = TextResult.run(session, "SHOW random_page_cost").single();
      for (String transaction : List.of("SELECT", "BEGIN")) {
        TextResult.run(session, transaction);
        assertThat(Events.of(session, fragment))
            .extracting(event -> event.getClass().getSimpleName())
            .containsExactly("Columns", "Rows", "Complete", "Ready");
        DataRowReader rows =
            new DataRowReader(
                Events.only(Events.of(session, fragment), ResultEvent.Rows.class).messages());
        assertThat(rows.next()).isTrue();
        assertThat(rows.text(0)).isEqualTo("1.5");
        assertThat(rows.text(1)).isEqualTo("it's \\ '");
        assertThat(TextResult.run(session, "SHOW random_page_cost").single()).isEqualTo(before);
      }
      TextResult.run(session, "SET LOCAL random_page_cost = 3");
      Events.of(session, fragment);
      assertThat(TextResult.run(session, "SHOW random_page_cost").single()).isEqualTo("3");
      TextResult.run(session, "ROLLBACK");
    }
  }

  @Test
  void whenAStatementFailsItsSettingsGoWithTheSavepoint() {
    Request failing =
        Request.Extended.of("SELECT 1/0", 0).withSettings(Map.of("random_page_cost", "1.5"));
    try (NodeSession session = open()) {
      TextResult.run(session, "BEGIN; SET LOCAL random_page_cost = 3; SAVEPOINT s");
      assertThat(Events.only(Events.of(session, failing), ResultEvent.Failed.class).error())
          .extracting(error -> error.sqlState())
          .isEqualTo("22012");
      TextResult.run(session, "ROLLBACK TO s");
      assertThat(TextResult.run(session, "SHOW random_page_cost").single()).isEqualTo("3");
      TextResult.run(session, "COMMIT");
      Request refused =
          Request.Extended.of("SELECT 1", 0).withSettings(Map.of("random_page_cost", "cheap"));
      assertThat(Events.only(Events.of(session, refused), ResultEvent.Failed.class).error())
          .extracting(error -> error.sqlState())
          .isEqualTo("22023");
    }
  }

  @Test
  void errorsKeepAllTheirFields() {
    try (NodeSession session = open()) {
      TextResult.run(session, "CREATE TEMP TABLE errors_keep (length int)");
      session.discardOnClose();
      var error =
          Events.only(
                  Events.of(session, Request.Extended.of("SELECT lenght FROM errors_keep", 0)),
                  ResultEvent.Failed.class)
              .error();
      assertThat(error.sqlState()).isEqualTo("42703");
      assertThat(error.fields()).containsEntry('P', "8").containsKey('H').containsKey('R');
      assertThat(TextResult.run(session, "SELECT 1").single()).isEqualTo("1");
    }
  }

  @Test
  void textResultThrowsTheErrorWhenTheBackendIsReadyAgain() {
    try (NodeSession session = open()) {
      assertThatThrownBy(() -> TextResult.run(session, "SELECT 1; SELECT 1/0"))
          .isInstanceOf(PostgresException.class)
          .hasMessageContaining("division by zero");
      TextResult result =
          TextResult.run(session, "SELECT $1 || 'b', $2::int", Arrays.asList("a", null));
      assertThat(result.rows()).containsExactly(Arrays.asList("ab", null));
      assertThat(result.tags()).containsExactly("SELECT 1");
      assertThatThrownBy(() -> TextResult.run(session, "COPY pg_class FROM STDIN"))
          .isInstanceOf(PostgresException.class);
      assertThatThrownBy(() -> TextResult.run(session, "SELECT '\0'"))
          .isInstanceOfSatisfying(
              PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("22021"));
    }
  }

  @Test
  void noticesNotificationsAndParametersArePassedOn() {
    try (NodeSession session = open()) {
      session.discardOnClose();
      List<ResultEvent> events =
          Events.of(
              session,
              new Request.Simple(
                  "LISTEN events_test; NOTIFY events_test, 'hello'; SET TimeZone = 'Asia/Tokyo';"
                      + " DO $$ BEGIN RAISE WARNING 'careful'; END $$"));
      assertThat(Events.only(events, ResultEvent.Notice.class).notice().message())
          .isEqualTo("careful");
      assertThat(Events.only(events, ResultEvent.Notification.class).payload()).isEqualTo("hello");
      assertThat(events).contains(new ResultEvent.Parameter("TimeZone", "Asia/Tokyo"));
    }
  }

  @Test
  void copyInTakesDataInBothProtocols() {
    try (NodeSession session = open()) {
      session.discardOnClose();
      TextResult.run(session, "CREATE TEMP TABLE copy_in (a int, b text)");
      String sql = " /* c */ -- d\n COPY copy_in FROM STDIN";
      for (Request request : List.of(new Request.Simple(sql), Request.Extended.of(sql, 0))) {
        TextResult.run(session, "TRUNCATE copy_in");
        try (Result result = session.execute(request)) {
          ResultEvent.CopyIn copy = awaitEvent(result, ResultEvent.CopyIn.class);
          assertThat(copy.columnFormats()).containsExactly(0, 0);
          // Cut in the middle of a row: only the stream counts.
          result.copyData(ByteBuffer.wrap("1\tone\n2".getBytes(UTF_8)));
          result.copyData(ByteBuffer.wrap("\t\\N\n".getBytes(UTF_8)));
          result.copyDone();
          assertThat(Events.rest(result))
              .containsExactly(new ResultEvent.Complete("COPY 2"), new ResultEvent.Ready('I'));
        }
        assertThat(TextResult.run(session, "SELECT * FROM copy_in ORDER BY a").rows())
            .containsExactly(List.of("1", "one"), Arrays.asList("2", null));
      }
    }
  }

  @Test
  void copyThatTheServerFailsGoesOnTakingData() {
    try (NodeSession session = open()) {
      session.discardOnClose();
      TextResult.run(session, "CREATE TEMP TABLE copy_fails (a int)");
      ByteBuffer bad = ByteBuffer.wrap("not a number\n".getBytes(UTF_8));
      byte[] more = "1\n".repeat(32 * 1024).getBytes(UTF_8);
      String sql = "COPY copy_fails FROM STDIN";
      for (Request request : List.of(new Request.Simple(sql), Request.Extended.of(sql, 0))) {
        try (Result result = session.execute(request)) {
          awaitEvent(result, ResultEvent.CopyIn.class);
          result.copyData(bad.duplicate());
          for (int i = 0; i < 100; i++) {
            result.copyData(ByteBuffer.wrap(more));
          }
          result.copyDone();
          List<ResultEvent> events = Events.rest(result);
          assertThat(Events.only(events, ResultEvent.Failed.class).error().sqlState())
              .isEqualTo("22P02");
          assertThat(events.getLast()).isEqualTo(new ResultEvent.Ready('I'));
        }
        assertThat(TextResult.run(session, "SELECT count(*) FROM copy_fails").single())
            .isEqualTo("0");
      }
    }
  }

  @Test
  void copyThatFailsBeforeItTakesDataEndsOnce() {
    try (NodeSession session = open()) {
      session.discardOnClose();
      TextResult.run(
          session,
          """
          CREATE TEMP TABLE copy_refused (a int);
          CREATE FUNCTION pg_temp.refuse() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE 'refused'; END $$;
          CREATE TRIGGER refuse BEFORE INSERT ON copy_refused
            FOR EACH STATEMENT EXECUTE FUNCTION pg_temp.refuse();
          """);
      for (int i = 0; i < 20; i++) {
        try (Result result =
            session.execute(Request.Extended.of("COPY copy_refused FROM STDIN", 0))) {
          awaitEvent(result, ResultEvent.CopyIn.class);
          result.copyDone();
          assertThat(Events.only(Events.rest(result), ResultEvent.Failed.class).error().message())
              .isEqualTo("refused");
        }
        assertThat(TextResult.run(session, "SELECT 7").single()).isEqualTo("7");
      }
      assertThat(Events.of(session, Request.Extended.of("COPY no_such_table FROM STDIN", 0)))
          .hasExactlyElementsOfTypes(
              ResultEvent.NoColumns.class, ResultEvent.Failed.class, ResultEvent.Ready.class);
    }
  }

  @Test
  void copyCanBeFailedByTheClient() {
    try (NodeSession session = open()) {
      session.discardOnClose();
      TextResult.run(session, "CREATE TEMP TABLE copy_given_up (a int)");
      try (Result result = session.execute(new Request.Simple("COPY copy_given_up FROM STDIN"))) {
        awaitEvent(result, ResultEvent.CopyIn.class);
        result.copyData(ByteBuffer.wrap("1\n".getBytes(UTF_8)));
        result.copyFail("changed my mind");
        assertThat(Events.only(Events.rest(result), ResultEvent.Failed.class).error().message())
            .contains("changed my mind");
      }
      // Closed in the middle instead.
      try (Result result = session.execute(new Request.Simple("COPY copy_given_up FROM STDIN"))) {
        awaitEvent(result, ResultEvent.CopyIn.class);
        result.copyData(ByteBuffer.wrap("1\n".getBytes(UTF_8)));
      }
      assertThat(TextResult.run(session, "SELECT count(*) FROM copy_given_up").single())
          .isEqualTo("0");
    }
  }

  @Test
  void copyWhoseNoticesFillEveryBufferDoesNotDeadlock() {
    try (NodeSession session = open()) {
      session.discardOnClose();
      TextResult.run(
          session,
          """
          CREATE TEMP TABLE copy_noisy (a int);
          CREATE FUNCTION pg_temp.shout() RETURNS trigger LANGUAGE plpgsql AS
            $$ BEGIN RAISE NOTICE '%', repeat('x', 4000); RETURN NEW; END $$;
          CREATE TRIGGER shout BEFORE INSERT ON copy_noisy
            FOR EACH ROW EXECUTE FUNCTION pg_temp.shout();
          """);
      try (Result result = session.execute(new Request.Simple("COPY copy_noisy FROM STDIN"))) {
        awaitEvent(result, ResultEvent.CopyIn.class);
        // 80 MB of notices for 8 MB of data, more than the sockets hold in either direction.
        byte[] rows = ("1" + " ".repeat(398) + "\n").repeat(100).getBytes(UTF_8);
        for (int i = 0; i < 200; i++) {
          result.copyData(ByteBuffer.wrap(rows));
        }
        result.copyDone();
        List<ResultEvent> events = Events.rest(result);
        assertThat(events).contains(new ResultEvent.Complete("COPY 20000"));
        assertThat(Events.all(events, ResultEvent.Notice.class)).isNotEmpty();
      }
    }
  }

  @Test
  void copyOutGivesTheDataUndecoded() {
    try (NodeSession session = open()) {
      List<ResultEvent> events =
          Events.of(
              session,
              new Request.Simple(
                  "COPY (SELECT g, NULL FROM generate_series(1, 3) g) TO STDOUT (FORMAT csv)"));
      assertThat(Events.only(events, ResultEvent.CopyOut.class).format()).isZero();
      StringBuilder text = new StringBuilder();
      int count = 0;
      for (ResultEvent.CopyData data : Events.all(events, ResultEvent.CopyData.class)) {
        count += data.count();
        ByteBuffer messages = data.messages();
        while (messages.hasRemaining()) {
          assertThat(messages.get()).isEqualTo((byte) 'd');
          byte[] line = new byte[messages.getInt() - 4];
          messages.get(line);
          text.append(new String(line, UTF_8));
        }
      }
      assertThat(count).isEqualTo(3);
      assertThat(text).hasToString("1,\n2,\n3,\n");
      assertThat(events)
          .endsWith(
              new ResultEvent.CopyDone(),
              new ResultEvent.Complete("COPY 3"),
              new ResultEvent.Ready('I'));
    }
  }

  @Test
  void aRowLongerThanEveryBufferArrivesWhole() {
    try (NodeSession session = open()) {
      String sql = "SELECT 'a', repeat('x', 3000000) || 'y' UNION ALL SELECT 'b', 'z'";
      List<List<String>> rows = TextResult.run(session, sql).rows();
      assertThat(rows.getFirst().get(1)).hasSize(3_000_001).endsWith("xy");
      assertThat(rows.get(1)).containsExactly("b", "z");
      String literal = "x".repeat(3_000_000);
      assertThat(TextResult.run(session, "SELECT length('" + literal + "')").single())
          .isEqualTo("3000000");
    }
  }

  @Test
  void cancelEndsTheRequestAndNothingElse() {
    try (NodeSession session = open();
        NodeSession other = open()) {
      for (int i = 0; i < 5; i++) {
        Result result = session.execute(new Request.Simple("SELECT pg_sleep(60)"));
        awaitSleep(other);
        session.cancel();
        assertThat(Events.only(Events.rest(result), ResultEvent.Failed.class).error().sqlState())
            .isEqualTo("57014");
        assertThat(TextResult.run(session, "SELECT 1").single()).isEqualTo("1");
      }
      session.cancel();
      assertThat(TextResult.run(session, "SELECT pg_sleep(0.05)").rows()).hasSize(1);
    }
  }

  @Test
  void closingAResultCancelsItAndNothingElse() {
    try (NodeSession session = open()) {
      for (int i = 0; i < 20; i++) {
        try (Result result =
            session.execute(
                new Request.Simple("SELECT repeat('x', 100), generate_series(1, 100000000)"))) {
          assertThat(result.next()).isInstanceOf(ResultEvent.Columns.class);
        }
        assertThat(TextResult.run(session, "SELECT 1").single()).isEqualTo("1");
      }
    }
  }

  @Test
  void closingASessionFromAnotherThreadEndsItsRequest() {
    NodeSession session = open();
    Result result = session.execute(new Request.Simple("SELECT pg_sleep(60)"));
    CompletableFuture<List<ResultEvent>> reader =
        CompletableFuture.supplyAsync(() -> Events.rest(result));
    try (NodeSession other = open()) {
      awaitSleep(other);
      session.close();
      assertThat(countSleeping(other)).isZero();
    }
    assertThat(reader)
        .failsWithin(Duration.ofSeconds(10))
        .withThrowableThat()
        .havingRootCause()
        .isInstanceOf(PostgresException.class);
    assertThatThrownBy(() -> session.execute(new Request.Simple("SELECT 1")))
        .isInstanceOf(PostgresException.class);
    session.close();
  }

  @Test
  void closeRollsAnOpenTransactionBack() {
    try (NodeSession session = open()) {
      TextResult.run(session, "CREATE TABLE rolled_back (a int)");
    }
    try (NodeSession session = open()) {
      TextResult.run(session, "BEGIN; INSERT INTO rolled_back VALUES (1)");
      assertThat(session.transactionStatus()).isEqualTo('T');
    }
    try (NodeSession session = open()) {
      assertThat(session.transactionStatus()).isEqualTo('I');
      assertThat(TextResult.run(session, "SELECT count(*) FROM rolled_back").single())
          .isEqualTo("0");
      TextResult.run(session, "DROP TABLE rolled_back");
      assertThatThrownBy(() -> TextResult.run(session, "BEGIN; SELECT 1/0"))
          .isInstanceOf(PostgresException.class);
      assertThat(session.transactionStatus()).isEqualTo('E');
    }
  }

  @Test
  void settingsAreExactlyThoseAskedFor() {
    SessionOptions tokyo =
        options(Map.of("TimeZone", "Asia/Tokyo", "my.setting", "it's a \\ back-slash"));
    String sql = "SELECT current_setting('TimeZone'), current_setting('my.setting', true)";
    List<String> defaults;
    try (NodeSession session = open()) {
      defaults = TextResult.run(session, sql).rows().getFirst();
    }
    for (int i = 0; i < 3; i++) {
      try (NodeSession session = node().open(tokyo)) {
        List<ResultEvent> events = Events.of(session, new Request.Simple("SELECT 1"));
        assertThat(events).doesNotHaveAnyElementsOfTypes(ResultEvent.Parameter.class);
        assertThat(TextResult.run(session, sql).rows().getFirst())
            .containsExactly("Asia/Tokyo", "it's a \\ back-slash");
      }
    }
    try (NodeSession session = open()) {
      assertThat(TextResult.run(session, sql).rows().getFirst().getFirst())
          .isEqualTo(defaults.getFirst());
    }
  }

  @Test
  void aRefusedSettingIsTheServersError() {
    assertThatThrownBy(() -> node().open(options(Map.of("work_mem", "a lot"))))
        .isInstanceOfSatisfying(
            PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("22023"));
    try (NodeSession session = open()) {
      assertThat(TextResult.run(session, "SELECT 1").single()).isEqualTo("1");
    }
  }

  @Test
  void aRefusedLoginIsTheServersError() {
    assertThatThrownBy(() -> node().open(new SessionOptions("no_such", "postgres", Map.of())))
        .isInstanceOfSatisfying(
            PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("3D000"));
  }

  @Test
  void discardLeavesNothingBehind() {
    String pid;
    try (NodeSession session = open()) {
      pid = TextResult.run(session, "SELECT pg_backend_pid()").single();
      TextResult.run(session, "CREATE TEMP TABLE left_behind (); SET work_mem = '77MB'");
      session.discardOnClose();
    }
    try (NodeSession session = open()) {
      assertThat(
              TextResult.run(
                      session,
                      "SELECT pg_backend_pid(), to_regclass('pg_temp.left_behind'),"
                          + " current_setting('work_mem') = '77MB'")
                  .rows()
                  .getFirst())
          .containsExactly(pid, null, "f");
    }
  }

  @Test
  void aTerminatedBackendIsALostNodeAndTheNextLeaseWorks() {
    try (NodeSession session = open();
        NodeSession killer = open()) {
      String pid = TextResult.run(session, "SELECT pg_backend_pid()").single();
      Result result = session.execute(new Request.Simple("SELECT pg_sleep(60)"));
      awaitSleep(killer);
      TextResult.run(killer, "SELECT pg_terminate_backend(" + pid + ")");
      assertThatThrownBy(() -> Events.rest(result))
          .asInstanceOf(InstanceOfAssertFactories.type(PostgresException.class))
          .satisfies(
              e -> {
                assertThat(e.error().sqlState()).isEqualTo("08006");
                assertThat(e.error().message()).contains(node().name());
                assertThat(e.error().fields().get('D')).contains("terminating connection");
              });
    }
    try (NodeSession session = open()) {
      assertThat(TextResult.run(session, "SELECT 1").single()).isEqualTo("1");
    }
  }

  @Test
  void aBackendThatDiedInThePoolIsReplaced() {
    String first;
    try (NodeSession session = open()) {
      first = TextResult.run(session, "SELECT pg_backend_pid()").single();
    }
    try (NodeSession other = node().open(new SessionOptions("template1", "postgres", Map.of()))) {
      TextResult.run(
          other,
          "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity"
              + " WHERE datname = 'postgres' AND pid <> pg_backend_pid()");
    }
    try (NodeSession session = open()) {
      assertThat(TextResult.run(session, "SELECT pg_backend_pid()").single()).isNotEqualTo(first);
    }
  }

  @Test
  void bytesAreCounted() {
    try (NodeSession session = open();
        Result result = session.execute(new Request.Simple("SELECT repeat('x', 100000)"))) {
      Events.rest(result);
      assertThat(result.rawBytes()).isBetween(100_000L, 101_000L);
    }
  }

  /** Waits until a backend runs "SELECT pg_sleep(60)". */
  private static void awaitSleep(NodeSession observer) {
    await().pollInterval(Duration.ofMillis(5)).until(() -> countSleeping(observer) == 1);
  }

  private static long countSleeping(NodeSession observer) {
    return Long.parseLong(
        TextResult.run(
                observer,
                "SELECT count(*) FROM pg_stat_activity"
                    + " WHERE query = 'SELECT pg_sleep(60)' AND wait_event = 'PgSleep'")
            .single());
  }

  /** Skips to an event, which must come before the end. */
  protected static <E extends ResultEvent> E awaitEvent(Result result, Class<E> type) {
    while (true) {
      ResultEvent event = result.next();
      if (type.isInstance(event)) {
        return type.cast(event);
      }
      assertThat(event).isNotInstanceOf(ResultEvent.Ready.class);
    }
  }
}
