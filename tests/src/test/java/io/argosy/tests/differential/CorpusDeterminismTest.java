package io.argosy.tests.differential;

/**
 * Proves that the corpus fixes its answers: a second plain PostgreSQL with its rows stored in the
 * opposite order and a planner that may use neither hashing nor parallelism must give them too. A
 * statement that fails here has a missing ORDER BY column or a wrong directive.
 */
class CorpusDeterminismTest extends ReadSuite {
  @Override
  protected Server start() {
    return PlainPostgres.startWithOtherPlans();
  }

  @Override
  Fixture.LoadOrder loadOrder() {
    return Fixture.LoadOrder.REVERSED;
  }
}
