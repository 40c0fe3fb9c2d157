package io.argosy.tests.random;

import io.argosy.tests.differential.Database;
import java.util.Locale;

/** Which TPC tables are partitioned; each has a schema of its own in the fixture. */
enum Placement {
  /** Orders and line items, on the order's key. */
  TWO_PART,
  /** Line items only. */
  ONE_PART,
  /** All but nation and region. */
  ALL_PART;

  String schema() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** A database whose connections see this placement's tables and end statements after a while. */
  Database in(Database database, int seconds) {
    String url =
        "%s&currentSchema=%s,small&options=-c%%20statement_timeout=%ds"
            .formatted(database.jdbcUrl(), schema(), seconds);
    return new Database() {
      @Override
      public String jdbcUrl() {
        return url;
      }

      @Override
      public boolean distributed() {
        return database.distributed();
      }
    };
  }
}
