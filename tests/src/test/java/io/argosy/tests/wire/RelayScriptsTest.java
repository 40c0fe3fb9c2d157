package io.argosy.tests.wire;

import java.io.IOException;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The wire protocol's server answers as a PostgreSQL when a PostgreSQL stands behind it. */
class RelayScriptsTest {
  private static RelayedPostgres server;

  /** Here PostgreSQL tells or uses names of statements and portals, which the relay has changed. */
  private static final Set<String> NOT_RELAYED =
      Set.of(
          "portal-fetched-by-sql.script",
          "portal-moved-by-sql.script",
          "portals-end-with-transaction.script",
          "prepared-by-protocol-used-by-sql.script",
          "views-of-the-session.script",
          // PostgreSQL converts for the relay already.
          "encoding-binary-cursor.script",
          "encoding-in-transactions.script",
          "encoding-latin1.script",
          "encoding-sjis.script",
          "encoding-told.script",
          // The relay reads what answers its client, and nothing else.
          "listen-to-others.script",
          "time-between-messages.script");

  @BeforeAll
  static void start() throws IOException {
    server = new RelayedPostgres();
  }

  @AfterAll
  static void stop() throws IOException {
    server.close();
  }

  @TestFactory
  Stream<DynamicTest> theServerAnswersAsPostgres() throws IOException {
    return Scripts.against(
        new ScriptTarget("127.0.0.1", server.port(), "postgres", "postgres"), NOT_RELAYED);
  }
}
