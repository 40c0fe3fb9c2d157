package io.argosy.coordinator.gateway.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.limit.MemoryBudget;
import io.argosy.protocol.server.Frame;
import io.argosy.protocol.server.FrameType;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class InboxTest {
  private static final int LENGTH = 1 << 20;

  private final MemoryBudget memory = new MemoryBudget(Long.MAX_VALUE, Long.MAX_VALUE);
  private final Inbox inbox = new Inbox(new EmbeddedChannel(), memory);

  /** What a client has sent counts while it is waited for, and while it is worked on. */
  private void arrives() {
    assertThat(memory.take(FrameHandler.counted(LENGTH))).isTrue();
    inbox.put(new Frame(FrameType.QUERY, new byte[LENGTH]));
  }

  @Test
  void aClientThatSendsNoMoreHoldsNoMemory() {
    arrives();
    inbox.takeIdle();
    assertThat(memory.held()).isPositive();

    inbox.await(0);

    assertThat(memory.held()).isZero();
  }

  @Test
  void aClientThatWasAskedForMoreHoldsOnlyThat() {
    arrives();
    arrives();
    long one = memory.held() / 2;
    inbox.takeIdle();
    assertThat(memory.held()).isEqualTo(2 * one);

    inbox.takeRunning();

    assertThat(memory.held()).isEqualTo(one);
    inbox.gone();
    assertThat(memory.held()).isZero();
  }

  @Test
  void aWaitEndsByItselfOrByWhatItIsWokenFor() {
    assertThat(inbox.await(1)).isEqualTo(Inbox.Awaited.SILENCE);
    inbox.wake();
    assertThat(inbox.await(Long.MAX_VALUE)).isEqualTo(Inbox.Awaited.WAKE);
    assertThat(inbox.await(1)).isEqualTo(Inbox.Awaited.SILENCE);
    inbox.wake();
    inbox.put(new Frame(FrameType.SYNC, new byte[0]));
    assertThat(inbox.await(Long.MAX_VALUE)).isEqualTo(Inbox.Awaited.MESSAGE);
  }

  @Test
  void aCancelEndsTheWaitOfItsCopyAndNoOther() throws InterruptedException {
    inbox.cancelCopy();
    assertThatThrownBy(inbox::takeCopied).hasMessageContaining("due to user request");

    AtomicReference<Frame> taken = new AtomicReference<>();
    Thread batch = Thread.ofPlatform().daemon().start(() -> taken.set(inbox.takeRunning()));
    await().until(() -> batch.getState() == Thread.State.WAITING || !batch.isAlive());
    inbox.put(new Frame(FrameType.SYNC, new byte[0]));

    assertThat(batch.join(Duration.ofSeconds(10))).isTrue();
    assertThat(taken.get().type()).isEqualTo(FrameType.SYNC);
  }
}
