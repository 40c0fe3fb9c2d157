package io.argosy.tests.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Fixture;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Many random statements: {@code mvn verify -Prandom}. System properties choose them: {@code
 * random.statements} (20000), {@code random.seed} (1), {@code random.first} (the number of the
 * first statement, 0), {@code random.nodes} (3), {@code random.placement} ({@code two_part}, {@code
 * one_part} or {@code all_part}; all of them in turns otherwise).
 */
@Tag("random")
class LongRandomTest {
  private static final Logger LOGGER = System.getLogger(LongRandomTest.class.getName());
  private static final int STATEMENTS = 20_000;
  private static final int NODES = 3;
  private static final int CONNECTIONS = 2;

  @Test
  void answersAsOnePostgres() throws Exception {
    RandomRun run =
        new RandomRun(
            Long.getLong("random.seed", 1),
            Long.getLong("random.first", 0),
            Integer.getInteger("random.statements", STATEMENTS),
            placements(),
            CONNECTIONS);
    try (TestCluster cluster = TestCluster.start(Integer.getInteger("random.nodes", NODES))) {
      RandomFixture.load(cluster, Fixture.LoadOrder.SAME);

      Tally tally = run.run(RandomFixture.reference(), cluster);

      LOGGER.log(Level.INFO, "{0}", tally);
      assertThat(tally.differences()).isEmpty();
      assertThat(tally.answered()).isGreaterThan(run.statements() * 9 / 10);
    }
  }

  private static List<Placement> placements() {
    String name = System.getProperty("random.placement", "");
    return name.isEmpty()
        ? List.of(Placement.values())
        : List.of(Placement.valueOf(name.toUpperCase(Locale.ROOT)));
  }
}
