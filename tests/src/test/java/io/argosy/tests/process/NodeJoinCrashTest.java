package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.transaction.commit.CommitObserver.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The coordinator, an agent or a PostgreSQL is killed at every step of the commit by which a third
 * node joins two. Afterwards all members say that it is one of them, or none does; and it can be
 * used, or join again.
 */
@Timeout(300)
class NodeJoinCrashTest extends CrashSuite {
  private static final int HOME = 0;
  private static final int MEMBER = 1;
  private static final int JOINING = 2;
  private static final String ROWS = "3000";
  private static final String ADD = "SELECT argosy.add_node('node3')";
  private static final String READ =
      "SELECT count(*) || ' ' || count(DISTINCT id) || ' ' || count(number) || ' ' || count(name)"
          + " FROM parts JOIN details ON part = id JOIN kinds USING (kind)";
  private static final String RIGHT = "%1$s %1$s %1$s %1$s".formatted(ROWS);
  private static final String WRITE =
      "UPDATE kinds SET changes = changes + 1 WHERE kind = 7 RETURNING changes";

  /** A third of the slots that a node has, or all of them. */
  private static final String MOVE =
      """
      SELECT move_slots(ARRAY(
        SELECT (o.slot - 1)::integer FROM argosy.slot_map m, unnest(m.owners) WITH ORDINALITY AS o (owner, slot)
        WHERE o.owner = %d AND o.slot %% %d = 0), 'node%d')\
      """;

  /** A client that is told this must not believe either. */
  private static final String UNKNOWN = "error 08007";

  /** Whether a case has come to its end, at which the node owns nothing. */
  private boolean moved;

  /**
   * What is killed while the coordinator has stopped somewhere.
   *
   * @param stopped the node where the point is reached
   * @param killed the node whose agent or server is killed, if it is one
   */
  record JoinCrash(Point point, int stopped, Victim victim, int killed) {
    @Override
    public String toString() {
      return (victim == Victim.COORDINATOR ? "COORDINATOR" : victim + " of node" + (killed + 1))
          + " at "
          + point
          + " of node"
          + (stopped + 1);
    }
  }

  NodeJoinCrashTest() {
    super(
        JOINING + 1,
        JOINING,
        List.of(
            "CREATE TABLE kinds (kind int PRIMARY KEY, name text, changes int DEFAULT 0)",
            "SELECT create_reference_table('kinds')",
            "INSERT INTO kinds SELECT i, 'kind ' || i FROM generate_series(0, 49) i",
            "CREATE TABLE parts (id int PRIMARY KEY, kind int REFERENCES kinds)",
            "CREATE TABLE details (part int REFERENCES parts, number int)",
            "SELECT create_distributed_table('parts', 'id')",
            "SELECT create_distributed_table('details', 'part')",
            "INSERT INTO parts SELECT i, i % 50 FROM generate_series(1, " + ROWS + ") i",
            "INSERT INTO details SELECT i, i FROM generate_series(1, " + ROWS + ") i"));
  }

  /** Nothing takes a node out of a cluster again. It can be done by hand while nobody is there. */
  @AfterEach
  void leaveAgain() throws IOException {
    if (!moved) {
      restartCoordinator();
      deployment.ask("DROP TABLE IF EXISTS made");
      if (servers.ask(HOME, "SELECT 2 = ANY (owners) FROM argosy.slot_map").contains("t")) {
        deployment.ask(MOVE.formatted(JOINING, 1, MEMBER + 1));
      }
    }
    deployment.coordinator().close();
    for (int node : List.of(HOME, MEMBER)) {
      servers.ask(node, "DELETE FROM argosy.nodes WHERE name = 'node3'");
    }
    String other = "jdbc:postgresql://127.0.0.1:" + servers.port(JOINING) + "/postgres";
    for (String sql : List.of("DROP DATABASE argosy WITH (FORCE)", "CREATE DATABASE argosy")) {
      Servers.ask(other + "?user=postgres", sql);
    }
  }

  static Stream<JoinCrash> crashes() {
    return Stream.of(
        new JoinCrash(Point.AFTER_COMMIT, HOME, Victim.COORDINATOR, HOME),
        new JoinCrash(Point.BEFORE_COMMIT_PREPARED, MEMBER, Victim.SERVER, MEMBER),
        new JoinCrash(Point.BEFORE_COMMIT, HOME, Victim.SERVER, JOINING));
  }

  @ParameterizedTest
  @MethodSource("crashes")
  void theNodeIsMemberForAllOrForNone(JoinCrash crash) throws Exception {
    killInAJoin(crash);
  }

  static Stream<JoinCrash> otherCrashes() {
    return Stream.of(Point.values())
        .filter(point -> !point.name().startsWith("RECOVERY") && !point.name().contains("ROLLBACK"))
        .flatMap(
            point ->
                Stream.of(Victim.values())
                    .flatMap(
                        victim ->
                            killed(point, victim)
                                .mapToObj(
                                    node -> new JoinCrash(point, stopped(point), victim, node))))
        .filter(crash -> crashes().noneMatch(crash::equals));
  }

  private static int stopped(Point point) {
    return switch (point) {
      case BEFORE_RECORD, AFTER_RECORD, BEFORE_COMMIT, AFTER_COMMIT -> HOME;
      default -> MEMBER;
    };
  }

  private static IntStream killed(Point point, Victim victim) {
    return victim == Victim.COORDINATOR
        ? IntStream.of(stopped(point))
        : IntStream.of(stopped(point), JOINING);
  }

  @ParameterizedTest
  @MethodSource("otherCrashes")
  @Tag("slow")
  @Tag("long")
  void theNodeIsMemberForAllOrForNoneAtTheOtherSteps(JoinCrash crash) throws Exception {
    killInAJoin(crash);
  }

  /** What clients have been told holds, and the cluster can be used. */
  private void killInAJoin(JoinCrash crash) throws IOException {
    moved = false;
    Path stopped = start(crash.point(), crash.stopped());
    deployment.awaitCoordinator();
    CompletableFuture<String> added = ask(ADD);
    awaitStop(stopped);
    CompletableFuture<String> read = ask(READ);
    CompletableFuture<String> written = ask(WRITE);

    kill(crash.victim(), crash.killed(), stopped, added);

    String told = added.join();
    assertThat(read.join()).matches(answer -> answer.equals(RIGHT) || answer.startsWith("error"));
    if (!written.join().startsWith("error")) {
      assertThat(servers.ask(HOME, "SELECT changes FROM kinds WHERE kind = 7"))
          .containsExactly(written.join());
    }
    if (crash.victim() != Victim.COORDINATOR) {
      // The one that has seen the crash goes on, perhaps after some errors.
      await().atMost(Duration.ofSeconds(30)).until(this::hasRecovered);
      expectUse();
    }
    restartCoordinator();
    boolean member = isMember();
    if (told.equals("2")) {
      assertThat(member).isTrue();
    } else if (crash.victim() != Victim.COORDINATOR && !told.startsWith(UNKNOWN)) {
      assertThat(member).as(told).isFalse();
    }
    expectUse();
    if (!member) {
      assertThat(deployment.ask(ADD)).containsExactly("2");
      expectUse();
    }
    // Rows go there, and at last all of them back: then it can be taken out.
    deployment.ask(MOVE.formatted(HOME, 3, JOINING + 1));
    deployment.ask(MOVE.formatted(MEMBER, 3, JOINING + 1));
    expectUse();
    assertThat(servers.ask(JOINING, "SELECT count(*) > 500 FROM parts")).containsExactly("t");
    deployment.ask(MOVE.formatted(JOINING, 2, HOME + 1));
    deployment.ask(MOVE.formatted(JOINING, 1, MEMBER + 1));
    expectUse();
    moved = true;
  }

  private boolean hasRecovered() {
    return !ask(READ).join().startsWith("error")
        && IntStream.rangeClosed(HOME, JOINING).allMatch(node -> prepared(node).isEmpty());
  }

  private List<String> prepared(int node) {
    return servers.ask(node, "SELECT gid FROM pg_prepared_xacts");
  }

  /** Whether the node has joined; all members say the same. */
  private boolean isMember() {
    List<String> names = servers.ask(HOME, "SELECT name FROM argosy.nodes ORDER BY position");
    assertThat(names).startsWith("node1", "node2").hasSizeBetween(2, 3);
    for (int node = 0; node < names.size(); node++) {
      assertThat(servers.ask(node, "SELECT name FROM argosy.nodes ORDER BY position"))
          .isEqualTo(names);
      assertThat(servers.ask(node, "SELECT argosy.own_position()"))
          .containsExactly(String.valueOf(node));
    }
    return names.size() > 2;
  }

  /** All is right, and stays so when something is defined and a reference table is written. */
  private void expectUse() {
    assertThat(deployment.ask(READ)).containsExactly(RIGHT);
    int members = isMember() ? JOINING + 1 : JOINING;
    for (int node = 0; node <= JOINING; node++) {
      assertThat(prepared(node)).as("prepared on node " + node).isEmpty();
    }
    deployment.ask("CREATE TABLE made (id int)");
    deployment.ask(WRITE);
    expectRowsOnOwners(members);
    String kinds = "SELECT string_agg(k::text, ' ' ORDER BY kind) FROM kinds k";
    for (int node = 0; node < members; node++) {
      assertThat(servers.ask(node, "SELECT to_regclass('made')")).containsExactly("made");
      assertThat(servers.ask(node, kinds)).isEqualTo(servers.ask(HOME, kinds));
    }
    deployment.ask("DROP TABLE made");
  }
}
