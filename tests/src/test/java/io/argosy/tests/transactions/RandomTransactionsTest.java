package io.argosy.tests.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Sequences of transactions on Argosy with 3 nodes. System properties choose others: {@code
 * transactions.sequences} (20), {@code transactions.seed} (1), {@code transactions.first} (the
 * number of the first sequence, 0).
 */
class RandomTransactionsTest {
  private static final Logger LOGGER = System.getLogger(RandomTransactionsTest.class.getName());
  private static final int SEQUENCES = Integer.getInteger("transactions.sequences", 20);
  private static final long FIRST = Long.getLong("transactions.first", 0);
  private static final long SEED = Long.getLong("transactions.seed", 1);
  private static final int ENOUGH_DIFFERENCES = 10;

  @Test
  void haveTheEffectsThatTheyHaveOnOnePostgres() throws Exception {
    try (PlainPostgres reference = PlainPostgres.start(List.of());
        TestCluster cluster = TestCluster.start(3);
        SequenceRun run = new SequenceRun(SEED, reference, cluster)) {
      for (long number = FIRST;
          number < FIRST + SEQUENCES && run.differences().size() < ENOUGH_DIFFERENCES;
          number++) {
        run.run(number);
      }
      LOGGER.log(Level.INFO, "{0}", run);
      assertThat(run.differences()).isEmpty();
      assertThat(run.equal()).isGreaterThan(12 * SEQUENCES);
      assertThat(run.refusals()).as("refused of %d", run.equal()).isLessThan(run.equal() / 10);
    }
  }
}
