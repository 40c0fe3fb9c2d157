package io.argosy.tests.wire;

import io.argosy.agent.embedded.ServerPort;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The scripts say what a plain PostgreSQL answers. */
class PostgresScriptsTest {
  private static EmbeddedPostgres postgres;
  private static ScriptTarget target;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.builder().setPort(ServerPort.choose()).start();
    target = new ScriptTarget("127.0.0.1", postgres.getPort(), "postgres", "postgres");
    Scripts.recordIfAsked(target);
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
  }

  @TestFactory
  Stream<DynamicTest> postgresAnswersAsWritten() throws IOException {
    return Scripts.against(target);
  }
}
