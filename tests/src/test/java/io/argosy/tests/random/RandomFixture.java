package io.argosy.tests.random;

import io.argosy.agent.testing.ExclusivePool;
import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.Fixture;
import io.argosy.tests.differential.PlainPostgres;
import java.sql.SQLException;
import java.util.List;

/** The tables of {@code differential/random/}. */
final class RandomFixture {
  private static final Fixture FIXTURE = new Fixture("random/");
  private static final ExclusivePool<PlainPostgres> REFERENCES =
      new ExclusivePool<>(RandomFixture::start);

  private RandomFixture() {}

  /**
   * The plain PostgreSQL that a suite compares random statements with, and for that time no other;
   * it stops with the JVM.
   */
  static Database reference() {
    return REFERENCES.get();
  }

  private static PlainPostgres start() {
    PlainPostgres started = PlainPostgres.start(List.of());
    FIXTURE.create(started);
    return started;
  }

  /** Fills an empty database. */
  static void load(Database subject, Fixture.LoadOrder order) throws SQLException {
    FIXTURE.copy(reference(), subject, order);
  }
}
