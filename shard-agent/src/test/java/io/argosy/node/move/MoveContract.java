package io.argosy.node.move;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.agent.testing.MoveCluster;
import io.argosy.agent.testing.Stage;
import io.argosy.node.InboxWriter;
import io.argosy.node.NodeSession;
import io.argosy.node.Request;
import io.argosy.node.Result;
import io.argosy.node.ResultEvent;
import io.argosy.node.Routing;
import io.argosy.node.Sent;
import io.argosy.node.TextResult;
import io.argosy.protocol.message.PostgresError;
import io.argosy.protocol.message.PostgresException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What holds for moves among three nodes, however they are reached. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class MoveContract {
  private static final int NODES = 3;
  private static final long NO_LIMIT = Long.MAX_VALUE;

  /** Little, so that most of what waits is in files. */
  private static final long INBOX_MEMORY = 512 * 1024;

  @TempDir private Path directory;
  private MoveCluster cluster;

  /** Adds three nodes. */
  abstract void addNodes(MoveCluster empty);

  @BeforeEach
  void start() {
    cluster = new MoveCluster(directory, INBOX_MEMORY);
    addNodes(cluster);
  }

  @AfterEach
  void nothingIsLeft() {
    try (MoveCluster ending = cluster) {
      ending.assertNothingLeft();
    }
  }

  private Stage stage(String columns, int receivers) {
    Stage stage = new Stage(cluster.nodes(), columns);
    stage.openInboxes(receivers, NODES, NO_LIMIT);
    return stage;
  }

  @Test
  void repartitionBringsEachRowToItsNode() {
    try (Stage stage = stage("a int8, b text", NODES)) {
      List<Stage.Outcome> outcomes =
          stage.run(
              node ->
                  "SELECT g::int8, 'row ' || g, (g % 7 % 3)::int4"
                      + " FROM generate_series(1, 1000000) g WHERE g % 3 = "
                      + node,
              Routing.BY_LAST_COLUMN);
      assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
      long bytes = 0;
      for (int node = 0; node < NODES; node++) {
        List<String> expected =
            stage.ask(
                node,
                "SELECT count(*), sum(g), sum(length('row ' || g)) FROM generate_series(1, 1000000)"
                    + " g WHERE g % 7 % 3 = "
                    + node);
        assertThat(
                stage.ask(
                    node,
                    "SELECT count(*), sum(a), sum(length(b)) FROM moved WHERE b = 'row ' || a"))
            .isEqualTo(expected);
        assertThat(outcomes.get(node).loaded()).isEqualTo(Long.parseLong(expected.getFirst()));
        int receiver = node;
        assertThat(
                outcomes.stream()
                    .mapToLong(outcome -> outcome.sent().deliveries().get(receiver).rows())
                    .sum())
            .isEqualTo(outcomes.get(node).loaded());
        bytes +=
            outcomes.stream()
                .mapToLong(outcome -> outcome.sent().deliveries().get(receiver).rawBytes())
                .sum();
      }
      // int16, int32 and int8, int32 and text.
      assertThat(bytes).isBetween(1_000_000L * (2 + 12 + 4 + 5), 1_000_000L * (2 + 12 + 4 + 11));
    }
    assertThat(cluster.spilledBytes()).isPositive();
  }

  @Test
  void broadcastBringsEachRowToEveryNode() {
    try (Stage stage = stage("a int8, b text", NODES)) {
      List<Stage.Outcome> outcomes =
          stage.run(
              node ->
                  "SELECT g::int8, 'row ' || g FROM generate_series(1, 200000) g WHERE g % 3 = "
                      + node,
              Routing.TO_ALL);
      for (int node = 0; node < NODES; node++) {
        assertThat(outcomes.get(node).failure()).isNull();
        assertThat(outcomes.get(node).loaded()).isEqualTo(200_000);
        assertThat(stage.ask(node, "SELECT count(DISTINCT a), min(a), max(a) FROM moved"))
            .containsExactly("200000", "1", "200000");
      }
    }
  }

  @Test
  void gatherBringsEachRowToOneNode() {
    try (Stage stage = stage("a int8", 1)) {
      List<Stage.Outcome> outcomes =
          stage.run(node -> "SELECT generate_series(1, 1000)::int8 + " + node, Routing.TO_ALL);
      assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
      assertThat(stage.ask(0, "SELECT count(*), sum(a) FROM moved"))
          .containsExactly("3000", String.valueOf(3 * 500_500 + 3 * 1000));
    }
  }

  @Test
  void nothingIsMovedByAQueryWithoutRows() {
    for (Routing routing : Routing.values()) {
      try (Stage stage = stage("a int8", NODES)) {
        List<Stage.Outcome> outcomes =
            stage.run(node -> "SELECT 1::int8, 0::int4 WHERE false", routing);
        assertThat(outcomes)
            .allSatisfy(
                outcome -> {
                  assertThat(outcome.failure()).isNull();
                  assertThat(outcome.loaded()).isZero();
                  assertThat(outcome.sent().deliveries()).containsOnly(new Sent.Delivered(0, 0, 0));
                });
      }
    }
  }

  @Test
  void valuesArriveAsTheyWereAlsoNullOnes() {
    String columns = "a int4, b text, c numeric, d timestamptz, e int4[], f boolean";
    String query =
        "SELECT nullif(g, 3), nullif('t' || g, 't4'), g::numeric / 3, 'epoch'::timestamptz + g *"
            + " interval '1 hour', CASE WHEN g = 5 THEN NULL ELSE ARRAY[g, NULL] END, g = 6,"
            + " (g % 3)::int4 FROM generate_series(1, 9) g";
    try (Stage stage = stage(columns, NODES)) {
      stage.run(node -> query, Routing.BY_LAST_COLUMN);
      for (int node = 0; node < NODES; node++) {
        String moved =
            stage
                .ask(node, "SELECT string_agg(m::text, ';' ORDER BY m::text) FROM moved m")
                .getFirst();
        assertThat(moved)
            .isEqualTo(
                stage
                    .ask(
                        node,
                        "SELECT string_agg(ROW(a, b, c, d, e, f)::text, ';' ORDER BY ROW(a, b, c,"
                            + " d, e, f)::text) FROM ("
                            + query
                            + ") AS q (a, b, c, d, e, f, n), generate_series(1, 3) WHERE n = "
                            + node)
                    .getFirst());
      }
    }
  }

  @Test
  void rowsLongerThanAFrameStayWhole() {
    try (Stage stage = stage("a int4, b text", NODES)) {
      List<Stage.Outcome> outcomes =
          stage.run(
              node ->
                  "SELECT g, repeat(md5(g::text), 1 + 50000 * (g % 50 / 49)), (g % 3)::int4"
                      + " FROM generate_series(1, 300) g",
              Routing.BY_LAST_COLUMN);
      assertThat(outcomes).allSatisfy(outcome -> assertThat(outcome.failure()).isNull());
      for (int node = 0; node < NODES; node++) {
        assertThat(
                stage.ask(
                    node,
                    "SELECT count(*), max(length(b)), bool_and(b = repeat(md5(a::text), 1 + 50000 *"
                        + " (a % 50 / 49))) FROM moved"))
            .containsExactly("300", String.valueOf(32 * 50_001), "t");
      }
    }
  }

  @Test
  void rowsOfThisProcessAreOneSenderMore() {
    try (Stage stage = new Stage(cluster.nodes(), "a int8");
        NodeSession source = cluster.nodes().get(1).open(MoveCluster.OPTIONS)) {
      stage.openInboxes(1, 1, NO_LIMIT);
      try (InboxWriter writer = stage.inbox(0).writer("coordinator");
          Result rows =
              source.execute(Request.Extended.of("SELECT generate_series(1, 100000)::int8", 1))) {
        ResultEvent event;
        do {
          event = rows.next();
          if (event instanceof ResultEvent.Rows run) {
            writer.write(run.messages());
          }
        } while (!(event instanceof ResultEvent.Ready));
        assertThat(writer.end().rows()).isEqualTo(100_000);
      }
      assertThat(stage.session(0).load(stage.inbox(0), "COPY moved FROM STDIN (FORMAT binary)"))
          .isEqualTo(100_000);
    }
  }

  @Test
  void aWriterThatIsClosedBeforeItsEndMakesTheLoadFail() {
    try (Stage stage = new Stage(cluster.nodes(), "a int8")) {
      stage.openInboxes(1, 1, NO_LIMIT);
      stage.inbox(0).writer("coordinator").close();
      assertThatThrownBy(
              () -> stage.session(0).load(stage.inbox(0), "COPY moved FROM STDIN (FORMAT binary)"))
          .isInstanceOfSatisfying(
              PostgresException.class,
              e -> {
                assertThat(e.error().sqlState()).isEqualTo("57014");
                assertThat(e.error().fields().get('W')).contains("coordinator");
              });
    }
  }

  @Test
  void aRowForNoInboxIsAnError() {
    for (String position : List.of("3", "-1", "NULL::int4")) {
      try (Stage stage = stage("a int8", NODES)) {
        assertThat(stage.run(node -> "SELECT 1::int8, " + position, Routing.BY_LAST_COLUMN))
            .allSatisfy(
                outcome -> assertThat(outcome.failure().error().sqlState()).isEqualTo("XX000"));
      }
    }
  }

  @Test
  void aSessionGoesOnAfterAMoveAndAfterAFailedOne() {
    try (Stage stage = stage("a int8", NODES)) {
      stage.inbox(1).fail(PostgresError.of("57014", "not wanted"));
      List<Stage.Outcome> outcomes = stage.run(node -> "SELECT 1::int8", Routing.TO_ALL);
      assertThat(outcomes)
          .allSatisfy(
              outcome -> assertThat(outcome.failure().error().message()).isEqualTo("not wanted"));
      for (int node = 0; node < NODES; node++) {
        assertThat(TextResult.run(stage.session(node), "ROLLBACK; SELECT 7").single())
            .isEqualTo("7");
      }
    }
  }
}
