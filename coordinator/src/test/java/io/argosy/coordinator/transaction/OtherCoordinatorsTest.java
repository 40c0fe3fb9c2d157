package io.argosy.coordinator.transaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class OtherCoordinatorsTest {
  private static final List<Long> VERSIONS = List.of(4L, 4L);

  private final AtomicReference<Set<Long>> entered = new AtomicReference<>(Set.of(1L));
  private final AtomicInteger questions = new AtomicInteger();
  private final OtherCoordinators others =
      new OtherCoordinators(
          () -> {
            questions.incrementAndGet();
            return entered.get().equals(Set.of(1L));
          });

  @Test
  void nobodyElseIsKnownOnceAskedForTheseVersions() {
    assertThat(others.none(VERSIONS)).isFalse();
    await().until(() -> others.none(VERSIONS));
    int asked = questions.get();
    assertThat(others.none(VERSIONS)).isTrue();
    assertThat(questions).hasValue(asked);
    // Whoever has entered since has raised them.
    entered.set(Set.of(1L, 2L));
    List<Long> raised = List.of(5L, 4L);
    assertThat(others.none(raised)).isFalse();
    await().until(() -> questions.get() > asked);
    for (int i = 0; i < 20; i++) {
      assertThat(others.none(raised)).isFalse();
    }
  }

  @Test
  void nothingIsKnownWhereNobodyAnswers() {
    OtherCoordinators unknown =
        new OtherCoordinators(
            () -> {
              questions.incrementAndGet();
              throw new PostgresException("08006", "the home node was lost");
            });
    for (int i = 1; i <= 3; i++) {
      int before = i;
      await().until(() -> !unknown.none(VERSIONS) && questions.get() >= before);
    }
  }
}
