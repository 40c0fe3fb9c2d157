package io.argosy.tests.differential;

import java.util.List;
import org.junit.jupiter.api.AfterAll;

/**
 * Proves, as {@link CorpusDeterminismTest} does for reads, that the write scripts fix their
 * answers.
 */
class WritesDeterminismTest extends WriteSuite {
  private PlainPostgres server;

  @Override
  protected Database start() {
    server =
        PlainPostgres.start(
            List.of(
                "ALTER DATABASE argosy SET enable_hashjoin = off",
                "ALTER DATABASE argosy SET enable_hashagg = off"));
    return server;
  }

  @AfterAll
  void stop() {
    server.close();
  }
}
