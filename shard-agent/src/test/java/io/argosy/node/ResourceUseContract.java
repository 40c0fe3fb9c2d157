package io.argosy.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.agent.testing.Events;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What every implementation of {@link Node} tells of the use of its machine. */
interface ResourceUseContract extends NodeUnderTest {
  private static long milliseconds(long nanoseconds) {
    return Duration.ofNanos(nanoseconds).toMillis();
  }

  private static ResourceUse use(NodeSession session, String sql) {
    assumeTrue(Files.exists(Path.of("/proc/self/schedstat")), "Linux counts times here");
    Events.of(session, new Request.Simple(sql));
    return session.used().orElseThrow();
  }

  @Test
  default void aBusyRequestIsToldFromOneThatSleeps() {
    try (NodeSession session = open()) {
      ResourceUse busy =
          use(session, "SELECT sum(sqrt(i)) FROM generate_series(1, 1500000) AS g (i)");
      ResourceUse sleeping = use(session, "SELECT pg_sleep(0.3)");
      assertThat(milliseconds(busy.processor())).isGreaterThan(50);
      assertThat(busy.processor()).isLessThanOrEqualTo(busy.elapsed());
      assertThat(busy.system()).isBetween(0L, busy.processor());
      assertThat(milliseconds(sleeping.elapsed())).isBetween(290L, 5_000L);
      assertThat(milliseconds(sleeping.processor())).isLessThan(50);
      assertThat(sleeping.peers()).isLessThan(sleeping.elapsed() / 2);
    }
  }

  @Test
  default void whatTheBackendIsSentBesidesRequestsDoesNotCount() {
    String slow =
        "DO $$ BEGIN PERFORM sum(i) FROM generate_series(1, 1000000) AS g (i); END $$; SELECT 1";
    try (NodeSession session = open()) {
      // The next lease sets what this one has left.
      Events.of(session, new Request.Simple(slow));
      session.discardOnClose();
    }
    try (NodeSession session = node().open(NodeContract.options(Map.of("work_mem", "1236kB")))) {
      assertThat(milliseconds(use(session, "SELECT 1").processor())).isLessThan(50);
    }
  }

  @Test
  default void parallelWorkersAreCounted() {
    try (NodeSession session = open()) {
      Events.of(
          session,
          new Request.Simple(
              "CREATE TABLE worked_on AS SELECT i FROM generate_series(1, 600000) AS g (i);"
                  + " ANALYZE worked_on; ALTER TABLE worked_on SET (parallel_workers = 2);"
                  + " SET parallel_setup_cost = 0; SET parallel_tuple_cost = 0;"
                  + " SET parallel_leader_participation = off; SET jit = off"));
      try {
        String query = "SELECT sum(sqrt(i) * sqrt(i + 1) * sqrt(i + 2)) FROM worked_on";
        ResourceUse use = use(session, query);
        assertThat(use.workerProcessor()).isGreaterThan(2 * use.processor());
        assertThat(use.workerProcessor()).isLessThan(4 * use.elapsed());
      } finally {
        Events.of(session, new Request.Simple("DROP TABLE worked_on; RESET ALL"));
      }
    }
  }

  @Test
  default void filesAreToldFromEachOther() {
    String path = "pg_relation_filepath('filed')";
    try (NodeSession session = open()) {
      ResourceUse written =
          use(
              session,
              "CREATE TABLE filed AS SELECT i, repeat('x', 500) AS x"
                  + " FROM generate_series(1, 40000) AS g (i); CHECKPOINT");
      try {
        ResourceUse read = use(session, "SELECT length(pg_read_binary_file(" + path + "))");
        assertThat(written.files().orElseThrow().written()).isGreaterThan(10L << 20);
        assertThat(read.files().orElseThrow().written()).isLessThan(1L << 20);
        assertThat(read.files().orElseThrow().fromCache() + read.files().orElseThrow().fromDisk())
            .isGreaterThan(20L << 20);
      } finally {
        Events.of(session, new Request.Simple("DROP TABLE filed"));
      }
    }
  }

  @Test
  default void whoListensUsesNothing() {
    try (NodeSession session = open()) {
      Events.of(session, new Request.Simple("LISTEN metered"));
      try (Result listening = session.execute(new Request.Notifications())) {
        session.cancel();
        while (!(listening.next() instanceof ResultEvent.Ready)) {
          // Nobody tells anything.
        }
      }
      assertThat(session.used()).isEmpty();
      session.discardOnClose();
    }
  }

  @Test
  default void aFailedRequestIsKnownToo() {
    try (NodeSession session = open()) {
      assumeTrue(Files.exists(Path.of("/proc/self/schedstat")), "Linux counts times here");
      List<ResultEvent> events =
          Events.of(
              session,
              new Request.Simple(
                  "SELECT sum(sqrt(i)) FROM generate_series(1, 1000000) AS g (i); SELECT 1/0"));
      assertThat(events).hasAtLeastOneElementOfType(ResultEvent.Failed.class);
      assertThat(milliseconds(session.used().orElseThrow().processor())).isGreaterThan(30);
    }
  }
}
