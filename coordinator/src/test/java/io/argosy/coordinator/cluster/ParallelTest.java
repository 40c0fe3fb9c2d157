package io.argosy.coordinator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ParallelTest {
  @Test
  void whateverATaskThrowsIsItsNodesFailure() {
    PostgresException refused = new PostgresException("23505", "duplicate");

    Map<Integer, PostgresException> failures =
        Parallel.onEach(
            List.of(0, 1, 2, 3),
            node -> {
              switch (node) {
                case 0 -> throw new OutOfMemoryError("of a test");
                case 1 -> throw new IllegalStateException("of a test");
                case 3 -> throw refused;
                default -> {}
              }
            });

    assertThat(failures).containsOnlyKeys(0, 1, 3).containsEntry(3, refused);
    assertThat(failures.get(0)).hasCauseInstanceOf(OutOfMemoryError.class);
    assertThat(failures.get(1)).hasCauseInstanceOf(IllegalStateException.class);
  }

  @Test
  void theCallersOwnPartFailsLikeTheOthers() {
    assertThat(
            Parallel.onEach(
                List.of(7),
                node -> {
                  throw new OutOfMemoryError("of a test");
                }))
        .containsOnlyKeys(7);
  }
}
