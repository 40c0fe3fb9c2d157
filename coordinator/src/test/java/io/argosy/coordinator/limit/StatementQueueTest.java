package io.argosy.coordinator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.limit.StatementQueue.Turn;
import io.argosy.protocol.message.PostgresException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatementQueueTest {
  private final StatementQueue queue = new StatementQueue(1);

  private static CompletableFuture<Void> enter(Turn turn) {
    return CompletableFuture.runAsync(
        () -> turn.enter(false), task -> Thread.ofVirtual().start(task));
  }

  @Test
  void othersWaitAndGoOnInTheirOrder() {
    Turn first = queue.turn();
    first.enter(false);
    Queue<Integer> order = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<Void>> others =
        IntStream.range(0, 5)
            .mapToObj(
                number -> {
                  Turn turn = queue.turn();
                  CompletableFuture<Void> entered =
                      enter(turn)
                          .thenRun(
                              () -> {
                                order.add(number);
                                turn.leave();
                              });
                  await().until(() -> queue.waiting() == number + 1);
                  return entered;
                })
            .toList();
    assertThat(order).isEmpty();

    first.leave();
    others.forEach(CompletableFuture::join);

    assertThat(order).containsExactly(0, 1, 2, 3, 4);
    assertThat(queue.running()).isZero();
  }

  @Test
  void whoMayHoldLocksGoesOnAtOnceAndCounts() {
    queue.turn().enter(false);
    Turn holder = queue.turn();
    holder.enter(true);
    assertThat(queue.running()).isEqualTo(2);
    holder.leave();
    holder.leave();
    assertThat(queue.running()).isEqualTo(1);
  }

  @Test
  void aWaitCanBeCancelled() {
    queue.turn().enter(false);
    Turn turn = queue.turn();
    CompletableFuture<Void> waiting = enter(turn);
    await().until(turn::waits);

    turn.cancel();

    assertThatThrownBy(waiting::join)
        .isInstanceOf(CompletionException.class)
        .hasCauseInstanceOf(PostgresException.class)
        .hasMessageContaining("canceling statement");
    assertThat(queue.waiting()).isZero();
    assertThat(queue.running()).isEqualTo(1);
  }

  @Test
  void aHigherLimitLetsThoseGoOnThatWait() {
    queue.turn().enter(false);
    CompletableFuture<Void> one = enter(queue.turn());
    CompletableFuture<Void> two = enter(queue.turn());
    await().until(() -> queue.waiting() == 2);

    queue.limit(0);

    one.join();
    two.join();
    assertThat(queue.running()).isEqualTo(3);
  }
}
