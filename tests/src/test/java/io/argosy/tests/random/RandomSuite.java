package io.argosy.tests.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.DifferentialSuite;
import io.argosy.tests.differential.Fixture;
import io.argosy.tests.differential.ScriptStatement;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Some random statements, always the same, and the scripts of {@code random/found/}: every
 * statement that ever differed.
 */
abstract class RandomSuite extends DifferentialSuite {
  private static final Logger LOGGER = System.getLogger(RandomSuite.class.getName());
  private static final long SEED = 1;

  /** How many, from the first one on. */
  static final int STATEMENTS = 300;

  private Database subject;

  @Override
  protected List<String> folders() {
    return List.of("random/found");
  }

  @Override
  protected Database reference() {
    return RandomFixture.reference();
  }

  /** The order in which rows are loaded into the database under test. */
  Fixture.LoadOrder loadOrder() {
    return Fixture.LoadOrder.SAME;
  }

  @Override
  protected void prepare(Database started) throws Exception {
    RandomFixture.load(started, loadOrder());
    subject = started;
  }

  @Override
  protected List<ScriptStatement> finalState(String script) {
    return List.of();
  }

  @Test
  void answersRandomStatementsAsOnePostgres() throws Exception {
    Tally tally =
        new RandomRun(SEED, 0, STATEMENTS, List.of(Placement.values()), 1)
            .run(reference(), List.of(subject));

    LOGGER.log(Level.INFO, "{0}: {1}", getClass().getSimpleName(), tally);
    assertThat(tally.differences()).isEmpty();
    assertThat(tally.answered()).isGreaterThan(STATEMENTS * 9 / 10);
  }
}
