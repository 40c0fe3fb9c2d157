package io.argosy.node.sample;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.node.MachineSample;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SampleRingTest {
  private static final int CAPACITY = 5;

  private final SampleRing ring = new SampleRing(CAPACITY);

  private static MachineSample sample(long second) {
    return new MachineSample(Instant.ofEpochSecond(second), Duration.ofSeconds(1), Map.of());
  }

  private List<Long> seconds(Instant since, int most) {
    return ring.since(since, most).stream().map(sample -> sample.at().getEpochSecond()).toList();
  }

  @Test
  void isEmptyAtFirst() {
    assertThat(ring.last()).isEmpty();
    assertThat(seconds(Instant.EPOCH, 10)).isEmpty();
  }

  @Test
  void keepsTheLastOnes() {
    IntStream.rangeClosed(1, 12).forEach(second -> ring.add(sample(second)));
    assertThat(seconds(Instant.EPOCH, 10)).containsExactly(8L, 9L, 10L, 11L, 12L);
    assertThat(ring.last()).hasValue(sample(12));
  }

  @Test
  void givesThoseThatAreLaterAndTheLastOfThem() {
    IntStream.rangeClosed(1, CAPACITY).forEach(second -> ring.add(sample(second)));
    assertThat(seconds(Instant.ofEpochSecond(2), 10)).containsExactly(3L, 4L, 5L);
    assertThat(seconds(Instant.ofEpochSecond(2), 2)).containsExactly(4L, 5L);
    assertThat(seconds(Instant.ofEpochSecond(5), 10)).isEmpty();
    assertThat(seconds(Instant.EPOCH, 0)).isEmpty();
  }
}
