package io.argosy.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.agent.testing.Events;
import io.argosy.protocol.message.DataRowReader;
import io.argosy.protocol.message.Field;
import io.argosy.protocol.message.PostgresException;
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
public abstract class NodeContract
    implements CopyContract,
        GuardContract,
        OpeningContract,
        RepetitionContract,
        ResourceUseContract,
        SettingsContract {
  protected static SessionOptions options(Map<String, String> settings) {
    return new SessionOptions("postgres", "postgres", settings);
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
              true,
              Map.of(),
              Request.Extended.Snapshot.OF_TRANSACTION);
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
              "SELECT 1",
              new int[0],
              List.of(),
              new short[0],
              new short[0],
              false,
              Map.of(),
              Request.Extended.Snapshot.OF_TRANSACTION);
      assertThat(Events.of(session, request))
          .extracting(event -> event.getClass().getSimpleName())
          .containsExactly("Rows", "Complete", "Ready");
    }
  }

  @Test
  void aStatementIsATransactionWhoseSnapshotIsTakenBeforeItWaits() {
    try (NodeSession writer = open();
        NodeSession reader = open()) {
      TextResult.run(writer, "CREATE TABLE snapshots (a int)");
      TextResult.run(writer, "BEGIN; LOCK TABLE snapshots; INSERT INTO snapshots VALUES (1)");
      Request.Extended count =
          Request.Extended.of(
                  "SELECT count(*), current_setting('transaction_isolation') FROM snapshots", 0)
              .withSnapshot(Request.Extended.Snapshot.OWN_TRANSACTION);
      for (Request request :
          List.of(count, count.withSettings(Map.of("random_page_cost", "1.5")))) {
        try (Result result = reader.execute(request)) {
          assertThat(result.next())
              .isInstanceOfSatisfying(
                  ResultEvent.SnapshotTaken.class,
                  taken ->
                      assertThat(
                              TextResult.run(
                                      writer,
                                      "SELECT pg_visible_in_snapshot(pg_current_xact_id(), '%s')"
                                          .formatted(taken.snapshot()))
                                  .single())
                          .isEqualTo("f"));
          TextResult.run(writer, "COMMIT");
          List<ResultEvent> events = Events.rest(result);
          assertThat(events)
              .extracting(event -> event.getClass().getSimpleName())
              .containsExactly("Columns", "Rows", "Complete", "Ready");
          DataRowReader rows =
              new DataRowReader(Events.only(events, ResultEvent.Rows.class).messages());
          assertThat(rows.next()).isTrue();
          assertThat(rows.text(0)).isEqualTo("0");
          assertThat(rows.text(1)).isEqualTo("repeatable read");
          assertThat(Events.only(events, ResultEvent.Complete.class).tag()).isEqualTo("SELECT 1");
          assertThat(reader.transactionStatus()).isEqualTo('I');
        }
        TextResult.run(writer, "DELETE FROM snapshots");
        TextResult.run(writer, "BEGIN; LOCK TABLE snapshots; INSERT INTO snapshots VALUES (2)");
      }
      TextResult.run(writer, "ROLLBACK; DROP TABLE snapshots");
    }
  }

  @Test
  void aRehearsalWaitsForLocksSoThatTheSnapshotNeedNot() {
    try (NodeSession writer = open();
        NodeSession reader = open()) {
      TextResult.run(writer, "CREATE TABLE rehearsed (a int)");
      TextResult.run(reader, "BEGIN");
      Request.Extended count = Request.Extended.of("SELECT count(*) FROM rehearsed", 0);
      assertThat(Events.of(reader, new Request.Rehearsal(count)))
          .containsExactly(new ResultEvent.Ready('T'));
      assertThat(
              TextResult.run(
                      reader,
                      "SELECT mode FROM pg_locks WHERE relation = 'rehearsed'::regclass"
                          + " AND pid = pg_backend_pid()")
                  .single())
          .isEqualTo("AccessShareLock");
      Request.Extended told =
          Request.Extended.of("SELECT a, pg_sleep(0.1) FROM rehearsed", 0)
              .withSnapshot(Request.Extended.Snapshot.TOLD);
      for (Request request : List.of(told, told.withSettings(Map.of("random_page_cost", "1.5")))) {
        TextResult.run(writer, "INSERT INTO rehearsed SELECT i FROM generate_series(1, 2) i");
        try (Result result = reader.execute(request)) {
          assertThat(result.next()).isInstanceOf(ResultEvent.SnapshotTaken.class);
          TextResult.run(writer, "DELETE FROM rehearsed");
          assertThat(Events.only(Events.rest(result), ResultEvent.Complete.class).tag())
              .isEqualTo("SELECT 2");
        }
      }
      TextResult.run(reader, "ROLLBACK");
      TextResult.run(writer, "DROP TABLE rehearsed");
    }
  }

  @Test
  void aTransactionOfItsOwnThatFailsLeavesTheBackendInIt() {
    try (NodeSession session = open()) {
      assertThat(
              Events.of(
                      session,
                      Request.Extended.of("SELECT 1/0", 0)
                          .withSnapshot(Request.Extended.Snapshot.OWN_TRANSACTION))
                  .stream()
                  .map(event -> event.getClass().getSimpleName()))
          .contains("SnapshotTaken", "Failed");
      assertThat(session.transactionStatus()).isEqualTo('E');
      TextResult.run(session, "ROLLBACK");
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
  void whoListensHearsAtOnceAndIsStoppedByACancel() throws InterruptedException {
    try (NodeSession session = open();
        NodeSession other = open()) {
      session.discardOnClose();
      TextResult.run(session, "LISTEN contract");
      for (int i = 0; i < 5; i++) {
        Result result = session.execute(new Request.Notifications());
        String payload = "number " + i;
        TextResult.run(other, "NOTIFY contract, '" + payload + "'");
        assertThat(result.next())
            .isEqualTo(new ResultEvent.Notification(other.processId(), "contract", payload));
        TextResult.run(other, "NOTIFY contract, 'another'");
        session.cancel();
        assertThat(result.next())
            .isEqualTo(new ResultEvent.Notification(other.processId(), "contract", "another"));
        assertThat(result.next()).isEqualTo(new ResultEvent.Ready('I'));
        assertThat(TextResult.run(session, "SELECT 1").single()).isEqualTo("1");
      }
      // Longer than the time after which a node is asked whether it works for us.
      Result patient = session.execute(new Request.Notifications());
      Thread.sleep(4_000);
      TextResult.run(other, "NOTIFY contract, 'late'");
      assertThat(patient.next()).isInstanceOf(ResultEvent.Notification.class);
      patient.close();
      assertThat(TextResult.run(session, "SELECT 2").single()).isEqualTo("2");
      Result open = session.execute(new Request.Notifications());
      session.cancel();
      assertThat(open.next()).isEqualTo(new ResultEvent.Ready('I'));
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

  /** At the server, the cancel may be there before the request is. */
  @Test
  void aCancelEndsTheRequestThatHasJustBeenSent() {
    try (NodeSession session = open()) {
      for (int i = 0; i < 200; i++) {
        Result result = session.execute(new Request.Simple("SELECT pg_sleep(60)"));
        session.cancel();
        assertThat(Events.only(Events.rest(result), ResultEvent.Failed.class).error().sqlState())
            .isEqualTo("57014");
        try (Result unread = session.execute(new Request.Simple("SELECT pg_sleep(60)"))) {
          assertThat(unread).isNotNull();
        }
        assertThat(TextResult.run(session, "SELECT pg_sleep(0.001)").rows()).hasSize(1);
      }
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
