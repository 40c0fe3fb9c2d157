package io.argosy.tests.client;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Database;
import org.junit.jupiter.api.AfterAll;

/** What stock psql needs, on Argosy with three nodes. */
class PsqlOnArgosyTest extends PsqlSuite {
  private TestCluster cluster;

  @Override
  Database start() {
    cluster = TestCluster.start(3);
    return cluster;
  }

  @AfterAll
  void stop() {
    cluster.close();
  }
}
