package io.argosy.tests.differential;

import java.util.List;

/** The queries of {@code corpus/} over the fixture's tables. */
abstract class ReadSuite extends DifferentialSuite {

  /** The order in which the fixture's rows are loaded into the database under test. */
  Fixture.LoadOrder loadOrder() {
    return Fixture.LoadOrder.SAME;
  }

  @Override
  protected String folder() {
    return "corpus";
  }

  @Override
  protected void prepare(Database subject) throws Exception {
    Fixture.CORPUS.copy(PlainPostgres.reference(), subject, loadOrder());
  }

  @Override
  protected List<ScriptStatement> finalState(String script) {
    return List.of();
  }
}
