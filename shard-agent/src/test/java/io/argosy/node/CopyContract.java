package io.argosy.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.argosy.agent.testing.Events;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** COPY in both directions. */
interface CopyContract extends NodeUnderTest {
  @Test
  default void copyInTakesDataInBothProtocols() {
    try (NodeSession session = open()) {
      session.discardOnClose();
      TextResult.run(session, "CREATE TEMP TABLE copy_in (a int, b text)");
      String sql = " /* c */ -- d\n COPY copy_in FROM STDIN";
      for (Request request : List.of(new Request.Simple(sql), Request.Extended.of(sql, 0))) {
        TextResult.run(session, "TRUNCATE copy_in");
        try (Result result = session.execute(request)) {
          ResultEvent.CopyIn copy = NodeContract.awaitEvent(result, ResultEvent.CopyIn.class);
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
  default void copyThatTheServerFailsGoesOnTakingData() {
    try (NodeSession session = open()) {
      session.discardOnClose();
      TextResult.run(session, "CREATE TEMP TABLE copy_fails (a int)");
      ByteBuffer bad = ByteBuffer.wrap("not a number\n".getBytes(UTF_8));
      byte[] more = "1\n".repeat(32 * 1024).getBytes(UTF_8);
      String sql = "COPY copy_fails FROM STDIN";
      for (Request request : List.of(new Request.Simple(sql), Request.Extended.of(sql, 0))) {
        try (Result result = session.execute(request)) {
          NodeContract.awaitEvent(result, ResultEvent.CopyIn.class);
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
  default void copyThatTheServerFailsSaysSoBeforeTheDataEnds() {
    try (NodeSession session = open()) {
      session.discardOnClose();
      TextResult.run(session, "CREATE TEMP TABLE copy_fails_early (a int)");
      String sql = "COPY copy_fails_early FROM STDIN";
      for (Request request : List.of(new Request.Simple(sql), Request.Extended.of(sql, 0))) {
        try (Result result = session.execute(request)) {
          NodeContract.awaitEvent(result, ResultEvent.CopyIn.class);
          result.copyData(ByteBuffer.wrap("not a number\n".getBytes(UTF_8)));
          assertTimeoutPreemptively(
              Duration.ofSeconds(20),
              () -> NodeContract.awaitEvent(result, ResultEvent.Failed.class));
          // What its sender does not know yet is passed over.
          result.copyData(ByteBuffer.wrap("1\n".getBytes(UTF_8)));
          result.copyDone();
          assertThat(Events.rest(result)).containsExactly(new ResultEvent.Ready('I'));
        }
        assertThat(TextResult.run(session, "SELECT count(*) FROM copy_fails_early").single())
            .isEqualTo("0");
      }
    }
  }

  @Test
  default void copyThatFailsBeforeItTakesDataEndsOnce() {
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
          NodeContract.awaitEvent(result, ResultEvent.CopyIn.class);
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
  default void copyCanBeFailedByTheClient() {
    try (NodeSession session = open()) {
      session.discardOnClose();
      TextResult.run(session, "CREATE TEMP TABLE copy_given_up (a int)");
      try (Result result = session.execute(new Request.Simple("COPY copy_given_up FROM STDIN"))) {
        NodeContract.awaitEvent(result, ResultEvent.CopyIn.class);
        result.copyData(ByteBuffer.wrap("1\n".getBytes(UTF_8)));
        result.copyFail("changed my mind");
        assertThat(Events.only(Events.rest(result), ResultEvent.Failed.class).error().message())
            .contains("changed my mind");
      }
      // Closed in the middle instead.
      try (Result result = session.execute(new Request.Simple("COPY copy_given_up FROM STDIN"))) {
        NodeContract.awaitEvent(result, ResultEvent.CopyIn.class);
        result.copyData(ByteBuffer.wrap("1\n".getBytes(UTF_8)));
      }
      assertThat(TextResult.run(session, "SELECT count(*) FROM copy_given_up").single())
          .isEqualTo("0");
    }
  }

  @Test
  default void copyWhoseNoticesFillEveryBufferDoesNotDeadlock() {
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
        NodeContract.awaitEvent(result, ResultEvent.CopyIn.class);
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
  default void copyOutGivesTheDataUndecoded() {
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
}
