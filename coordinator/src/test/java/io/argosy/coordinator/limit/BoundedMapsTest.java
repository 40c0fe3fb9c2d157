package io.argosy.coordinator.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.ConcurrentMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoundedMapsTest {
  private final ConcurrentMap<Integer, String> map = BoundedMaps.of(64);

  @Test
  void holdsNoMoreThanItMay() {
    IntStream.range(0, 10_000).forEach(i -> map.put(i, "value"));

    assertThat(map).hasSizeLessThanOrEqualTo(64);
  }

  @Test
  void keepsAllWhileThereIsRoom() {
    IntStream.range(0, 64).forEach(i -> map.put(i, "value"));

    assertThat(map).hasSize(64);
  }

  @Test
  void prefersWhatIsLookedUp() {
    map.put(-1, "wanted");
    for (int i = 0; i < 10_000; i++) {
      map.get(-1);
      map.put(i, "value");
    }

    assertThat(map).containsEntry(-1, "wanted");
  }
}
