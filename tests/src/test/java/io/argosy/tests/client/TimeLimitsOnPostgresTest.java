package io.argosy.tests.client;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.PlainPostgres;

/** Holds the suite's expectations against a plain PostgreSQL. */
class TimeLimitsOnPostgresTest extends TimeLimitsSuite {

  @Override
  Database start() {
    return PlainPostgres.reference();
  }
}
