package io.argosy.tests.random;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.Fixture;
import io.argosy.tests.differential.PlainPostgres;
import java.sql.SQLException;
import java.util.List;

/** The tables of {@code differential/random/}. */
final class RandomFixture {
  private static final Fixture FIXTURE = new Fixture("random/");
  private static PlainPostgres shared;

  private RandomFixture() {}

  /** The plain PostgreSQL that random statements are compared with; it stops with the JVM. */
  static synchronized Database reference() {
    if (shared == null) {
      shared = PlainPostgres.start(List.of());
      FIXTURE.create(shared);
    }
    return shared;
  }

  /** Fills an empty database. */
  static void load(Database subject, Fixture.LoadOrder order) throws SQLException {
    FIXTURE.copy(reference(), subject, order);
  }
}
