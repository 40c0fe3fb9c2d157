package io.argosy.tests.wire;

import io.argosy.tests.cluster.TestCluster;
import java.io.IOException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A whole Argosy with three nodes answers as one PostgreSQL, but for what is known and written. */
class ArgosyScriptsTest {
  private static TestCluster cluster;
  private static ScriptTarget target;

  @BeforeAll
  static void start() throws IOException {
    cluster = TestCluster.start(3);
    target = new ScriptTarget("127.0.0.1", cluster.cluster().port(), "postgres", "argosy");
    Scripts.recordArgosyIfAsked(target);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @TestFactory
  Stream<DynamicTest> argosyAnswersAsPostgres() throws IOException {
    return Scripts.againstArgosy(target);
  }
}
