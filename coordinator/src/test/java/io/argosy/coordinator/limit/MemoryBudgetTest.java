package io.argosy.coordinator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.node.AnswerMemory;
import io.argosy.protocol.message.PostgresException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  private final MemoryBudget budget = new MemoryBudget(100, 60);

  private static void assertRefused(AnswerMemory memory, long bytes) {
    assertThatThrownBy(() -> memory.hold(bytes))
        .isInstanceOfSatisfying(
            PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("53200"));
  }

  @Test
  void whatIsRefusedIsNotCounted() {
    AnswerMemory one = budget.share();
    AnswerMemory other = budget.share();
    one.hold(60);
    assertRefused(one, 1);
    assertRefused(other, 41);
    other.hold(40);
    assertThat(budget.held()).isEqualTo(100);
    assertThat(budget.take(1)).isFalse();
    one.release(60);
    other.release(40);
    assertThat(budget.held()).isZero();
    other.hold(60);
  }

  @Test
  void whatIsHeldAnywayCounts() {
    AnswerMemory one = budget.share();
    one.holdAnyway(120);
    assertThat(budget.held()).isEqualTo(120);
    assertRefused(one, 1);
    assertRefused(budget.share(), 1);
    one.release(120);
    assertThat(budget.held()).isZero();
  }

  /** Who asks for too much must not, for an instant, use up what another is entitled to. */
  @Test
  void aRefusalIsNoHarmToOthers() throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    AtomicInteger tooMuch = new AtomicInteger();
    Thread greedy =
        Thread.ofPlatform()
            .start(
                () -> {
                  while (!done.get()) {
                    if (budget.take(101)) {
                      tooMuch.incrementAndGet();
                    }
                  }
                });
    int refused = 0;
    for (int i = 0; i < 200_000; i++) {
      if (budget.take(100)) {
        budget.giveBack(100);
      } else {
        refused++;
      }
    }
    done.set(true);
    greedy.join();
    assertThat(tooMuch).hasValue(0);
    assertThat(refused).isZero();
  }
}
