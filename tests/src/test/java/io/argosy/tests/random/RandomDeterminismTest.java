package io.argosy.tests.random;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.Fixture;
import io.argosy.tests.differential.PlainPostgres;
import java.util.List;
import org.junit.jupiter.api.AfterAll;

/**
 * Proves that random statements have one right answer: a second plain PostgreSQL with its rows
 * stored in the opposite order and a planner that may use neither hashing nor parallelism gives it
 * too.
 */
class RandomDeterminismTest extends RandomSuite {
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
