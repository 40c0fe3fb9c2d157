package io.argosy.tests.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.transaction.commit.CommitObserver.Point;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The coordinator, an agent or a PostgreSQL is killed at every step of a move of slots between two
 * of three nodes. Afterwards every row is once, on the node that owns it, and slots move on.
 */
@Timeout(300)
class SlotMoveCrashTest extends CrashSuite {
  private static final int NODES = 3;
  private static final int HOME = 0;
  private static final int SOURCE = 1;
  private static final int TARGET = 2;
  private static final String ROWS = "3000";

  /** A third of the slots that a node has; which ones, a number says. */
  private static final String MOVE =
      """
      SELECT move_slots(ARRAY(
        SELECT (o.slot - 1)::integer FROM argosy.slot_map m, unnest(m.owners) WITH ORDINALITY AS o (owner, slot)
        WHERE o.owner = %d AND o.slot %% 3 = %d), 'node%d')\
      """;

  private int moves;

  SlotMoveCrashTest() {
    super(
        NODES,
        List.of(
            "CREATE TABLE parts (id int PRIMARY KEY, value int)",
            "CREATE TABLE details (part int REFERENCES parts, number int)",
            "SELECT create_distributed_table('parts', 'id')",
            "SELECT create_distributed_table('details', 'part')",
            "INSERT INTO parts SELECT i, 0 FROM generate_series(1, " + ROWS + ") i",
            "INSERT INTO details SELECT i, i FROM generate_series(1, " + ROWS + ") i"));
  }

  static Stream<Crash> crashes() {
    return Stream.of(
        new Crash(Point.AFTER_PREPARE, SOURCE, Victim.COORDINATOR),
        new Crash(Point.AFTER_COMMIT, HOME, Victim.COORDINATOR),
        new Crash(Point.BEFORE_COMMIT_PREPARED, TARGET, Victim.SERVER));
  }

  @ParameterizedTest
  @MethodSource("crashes")
  void everyRowIsOnceAndWhereItBelongs(Crash crash) throws Exception {
    killInAMove(crash);
  }

  static Stream<Crash> otherCrashes() {
    return Stream.of(Point.values())
        .filter(point -> !point.name().startsWith("RECOVERY") && !point.name().contains("ROLLBACK"))
        .flatMap(
            point ->
                Stream.of(HOME, SOURCE, TARGET)
                    .filter(node -> (node == HOME) == isOfHome(point))
                    .flatMap(
                        node ->
                            Stream.of(Victim.values())
                                .map(victim -> new Crash(point, node, victim))))
        .filter(crash -> crashes().noneMatch(crash::equals));
  }

  private static boolean isOfHome(Point point) {
    return switch (point) {
      case BEFORE_RECORD, AFTER_RECORD, BEFORE_COMMIT, AFTER_COMMIT -> true;
      default -> false;
    };
  }

  @ParameterizedTest
  @MethodSource("otherCrashes")
  @Tag("slow")
  @Tag("long")
  void everyRowIsOnceAndWhereItBelongsAtTheOtherSteps(Crash crash) throws Exception {
    killInAMove(crash);
  }

  private void killInAMove(Crash crash) throws IOException {
    int third = ++moves % 3;
    Path stopped = start(crash.point(), crash.node());
    deployment.awaitCoordinator();
    CompletableFuture<String> moved = ask(MOVE.formatted(SOURCE, third, TARGET + 1));
    awaitStop(stopped);
    // Half a move may be seen by nobody.
    CompletableFuture<String> read = ask("SELECT count(*) FROM parts");

    kill(crash, stopped, moved);

    assertThat(read.join()).matches(answer -> answer.equals(ROWS) || answer.startsWith("error"));
    restartCoordinator();
    expectRowsWhereTheyBelong();
    deployment.ask(MOVE.formatted(TARGET, third, SOURCE + 1));
    expectRowsWhereTheyBelong();
  }

  private void expectRowsWhereTheyBelong() {
    assertThat(
            deployment.ask(
                "SELECT count(*) || ' ' || count(DISTINCT id) || ' ' || count(number) FROM parts"
                    + " JOIN details ON part = id"))
        .containsExactly("%1$s %1$s %1$s".formatted(ROWS));
    expectRowsOnOwners(NODES);
    for (int node = 0; node < NODES; node++) {
      assertThat(servers.ask(node, "SELECT gid FROM pg_prepared_xacts")).isEmpty();
    }
  }
}
