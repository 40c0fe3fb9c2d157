package io.argosy.tests.differential;

/**
 * Proves, as {@link CorpusDeterminismTest} does for reads, that the write scripts fix their
 * answers.
 */
class WritesDeterminismTest extends WriteSuite {
  @Override
  protected Server start() {
    return PlainPostgres.startWithOtherPlans();
  }
}
