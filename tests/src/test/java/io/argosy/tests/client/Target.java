package io.argosy.tests.client;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.PlainPostgres;
import io.argosy.tests.differential.Server;

/** What a suite of clients runs against. */
enum Target {
  /** Holds the suite's expectations against a plain PostgreSQL, which goes on after the suite. */
  POSTGRES {
    @Override
    Server start() {
      return new Shared(PlainPostgres.empty());
    }
  },

  /** Argosy with three nodes, for one suite. */
  ARGOSY {
    @Override
    Server start() {
      return TestCluster.start(3);
    }
  };

  /** A server for a suite, which closes it. */
  abstract Server start();

  private record Shared(Database database) implements Server {
    @Override
    public String jdbcUrl() {
      return database.jdbcUrl();
    }

    @Override
    public boolean distributed() {
      return database.distributed();
    }

    @Override
    public void close() {
      // Other suites use it too.
    }
  }
}
