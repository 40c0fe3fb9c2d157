package io.argosy.tests.random;

import io.argosy.tests.differential.Fixture;
import io.argosy.tests.differential.PlainPostgres;
import io.argosy.tests.differential.Server;

/**
 * Proves that random statements have one right answer: a second plain PostgreSQL with its rows
 * stored in the opposite order and a planner that may use neither hashing nor parallelism gives it
 * too.
 */
class RandomDeterminismTest extends RandomSuite {
  @Override
  protected Server start() {
    return PlainPostgres.startWithOtherPlans();
  }

  @Override
  Fixture.LoadOrder loadOrder() {
    return Fixture.LoadOrder.REVERSED;
  }
}
