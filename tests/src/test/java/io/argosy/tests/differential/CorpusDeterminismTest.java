package io.argosy.tests.differential;

import java.util.List;
import org.junit.jupiter.api.AfterAll;

/**
 * Proves that the corpus fixes its answers: a second plain PostgreSQL with its rows stored in the
 * opposite order and a planner that may use neither hashing nor parallelism must give them too. A
 * statement that fails here has a missing ORDER BY column or a wrong directive.
 */
class CorpusDeterminismTest extends ReadSuite {
  private PlainPostgres server;

  @Override
  protected Database start() {
    server =
        PlainPostgres.start(
            List.of(
                "ALTER DATABASE argosy SET enable_hashjoin = off",
                "ALTER DATABASE argosy SET enable_hashagg = off",
                "ALTER DATABASE argosy SET enable_memoize = off",
                "ALTER DATABASE argosy SET max_parallel_workers_per_gather = 0"));
    return server;
  }

  @Override
  Fixture.LoadOrder loadOrder() {
    return Fixture.LoadOrder.REVERSED;
  }

  @AfterAll
  void stop() {
    server.close();
  }
}
