package io.argosy.node;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.testing.Events;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What statements do that run several times in one request. */
interface RepetitionContract extends NodeUnderTest {
  private static Request.Repeated divided(boolean described, Request.Guard guard, int... by) {
    Request.Extended statement = Request.Extended.of("SELECT 12 / $1::int", 0);
    List<List<byte[]>> values =
        IntStream.of(by).mapToObj(v -> List.of(Integer.toString(v).getBytes(UTF_8))).toList();
    return new Request.Repeated(
        new Request.Extended(
            statement.sql(),
            new int[0],
            values.getFirst(),
            new short[0],
            statement.resultFormats(),
            described,
            statement.settings(),
            statement.snapshot(),
            guard,
            statement.begin()),
        values.subList(1, values.size()));
  }

  private static List<String> names(NodeSession session, Request request) {
    return Events.of(session, request).stream()
        .map(event -> event.getClass().getSimpleName())
        .toList();
  }

  @Test
  default void eachRunIsAnsweredByItself() {
    try (NodeSession session = open()) {
      assertThat(names(session, divided(false, Request.Guard.NONE, 1, 2, 3)))
          .containsExactly("Rows", "Complete", "Rows", "Complete", "Rows", "Complete", "Ready");
      assertThat(names(session, divided(true, Request.Guard.NONE, 1, 2)))
          .containsExactly("Columns", "Rows", "Complete", "Rows", "Complete", "Ready");
      int[] many = IntStream.rangeClosed(1, 3_000).toArray();
      assertThat(names(session, divided(false, Request.Guard.NONE, many)))
          .hasSize(6_001)
          .endsWith("Complete", "Ready");
    }
  }

  private static Request.Repeated variants(String lock) {
    Request.Extended statement =
        new Request.Extended(
            "SELECT pg_typeof($1)",
            new int[] {23},
            List.of("1".getBytes(UTF_8)),
            new short[0],
            new short[0],
            false,
            Map.of(),
            Request.Extended.Snapshot.OWN_TRANSACTION);
    List<List<byte[]>> run = List.of(List.of("2".getBytes(UTF_8)));
    return new Request.Repeated(
        statement,
        run,
        List.of(
            new Request.Repeated.Variant(new int[] {21}, new short[0], run),
            new Request.Repeated.Variant(new int[] {20}, new short[0], run)),
        lock);
  }

  /** Behind the others, in one transaction, again and again, also after one that has failed. */
  @Test
  default void runsMayHaveOtherTypesOfParameters() {
    String lock = "LOCK TABLE pg_catalog.pg_class IN ACCESS SHARE MODE NOWAIT";
    try (NodeSession session = open()) {
      for (String before : List.of("", lock, "LOCK TABLE nowhere.nothing", lock)) {
        Request.Repeated request = variants(before);
        assertThat(request.count()).isEqualTo(4);
        if (before.contains("nothing")) {
          assertThat(names(session, request)).containsExactly("Failed", "Ready");
          assertThat(session.transactionStatus()).isEqualTo('E');
          TextResult.run(session, "ROLLBACK");
          continue;
        }
        assertThat(names(session, request))
            .containsExactly(
                "SnapshotTaken",
                "Rows",
                "Complete",
                "Rows",
                "Complete",
                "Rows",
                "Complete",
                "Rows",
                "Complete",
                "Ready");
        assertThat(SmallResult.run(session, request, row -> row.text(0)).rows())
            .containsExactly("integer", "integer", "smallint", "bigint");
        assertThat(session.transactionStatus()).isEqualTo('I');
      }
    }
  }

  @Test
  default void noneRunsBehindOneThatFails() {
    try (NodeSession session = open()) {
      assertThat(names(session, divided(false, Request.Guard.NONE, 1, 0, 2)))
          .containsExactly("Rows", "Complete", "Failed", "Ready");
      assertThat(TextResult.run(session, "SELECT 1").single()).isEqualTo("1");
    }
  }

  @Test
  default void aGuardIsAskedOnceForAllRuns() {
    Request.Guard.Question passing =
        new Request.Guard.Question(
            new KeptStatement(
                Request.Guard.NAMES_BEGIN_WITH + "_repeated",
                "SELECT WHERE 1 / (CASE WHEN 5 >= $1::int4 THEN 0 ELSE 1 END) = 0"),
            "6");
    Request.Guard.Question failing = new Request.Guard.Question(passing.statement(), "5");
    try (NodeSession session = open()) {
      for (boolean savepoint : List.of(false, true)) {
        TextResult.run(session, "BEGIN");
        assertThat(
                names(
                    session,
                    divided(false, new Request.Guard(true, Optional.of(passing), savepoint), 1, 2)))
            .containsExactly("Rows", "Complete", "Rows", "Complete", "Ready");
        assertThat(
                names(
                    session,
                    divided(false, new Request.Guard(true, Optional.of(failing), savepoint), 1, 2)))
            .containsExactly("Failed", "Ready");
        TextResult.run(session, "ROLLBACK");
      }
    }
  }
}
