package io.argosy.tests.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.Fixture;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Many random statements, divided among clusters of different sizes: {@code mvn verify -Prandom}.
 * System properties choose them: {@code random.statements} (20000), {@code random.seed} (1), {@code
 * random.first} (the number of the first statement; those before the default, 300, are what {@link
 * RandomSuite} asks of all clusters), {@code random.nodes} (the sizes of the clusters, {@code
 * 4,3,1}), {@code random.placement} ({@code two_part}, {@code one_part} or {@code all_part}; all of
 * them in turns otherwise).
 */
@Tag("random")
@Timeout(1800)
class LongRandomTest {
  private static final Logger LOGGER = System.getLogger(LongRandomTest.class.getName());
  private static final int STATEMENTS = 20_000;
  private static final String NODES = "4,3,1";
  private static final int CONNECTIONS = 3;

  private final List<TestCluster> clusters = new ArrayList<>();

  @AfterEach
  void stop() {
    clusters.forEach(TestCluster::close);
  }

  @Test
  void answersAsOnePostgres() throws Exception {
    for (String nodes : System.getProperty("random.nodes", NODES).split(",")) {
      TestCluster cluster = TestCluster.start(Integer.parseInt(nodes));
      clusters.add(cluster);
      RandomFixture.load(cluster, Fixture.LoadOrder.SAME);
    }
    RandomRun run =
        new RandomRun(
            Long.getLong("random.seed", 1),
            Long.getLong("random.first", RandomSuite.STATEMENTS),
            Integer.getInteger("random.statements", STATEMENTS),
            placements(),
            CONNECTIONS);

    Tally tally = run.run(RandomFixture.reference(), clusters);

    LOGGER.log(Level.INFO, "{0}", tally);
    assertThat(tally.differences()).isEmpty();
    assertThat(tally.answered()).isGreaterThan(run.statements() * 9 / 10);
  }

  private static List<Placement> placements() {
    String name = System.getProperty("random.placement", "");
    return name.isEmpty()
        ? List.of(Placement.values())
        : List.of(Placement.valueOf(name.toUpperCase(Locale.ROOT)));
  }
}
