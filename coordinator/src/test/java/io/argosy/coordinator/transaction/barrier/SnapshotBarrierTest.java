package io.argosy.coordinator.transaction.barrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.transaction.barrier.SnapshotBarrier.Section;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class SnapshotBarrierTest {
  private final SnapshotBarrier barrier = new SnapshotBarrier(true);

  /** A thread that enters, and is known to wait. */
  private record Entering(Thread thread, FutureTask<Section> entered) {
    static Entering start(Supplier<Section> enter) {
      FutureTask<Section> task = new FutureTask<>(enter::get);
      return new Entering(Thread.ofVirtual().start(task), task);
    }

    Entering waits() {
      await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
      assertThat(entered.isDone()).isFalse();
      return this;
    }

    Section section() throws InterruptedException, ExecutionException {
      return entered.get();
    }
  }

  @Test
  void oneSideIsInsideTogether() {
    try (Section first = barrier.takeSnapshots();
        Section second = barrier.takeSnapshots()) {
      assertThat(first).isNotSameAs(second);
    }
    try (Section first = barrier.commit();
        Section second = barrier.commit()) {
      assertThat(first).isNotSameAs(second);
    }
    assertThat(barrier.commitUsage()).isEqualTo(new SnapshotBarrier.Usage(2, 0, 0));
    assertThat(barrier.snapshotUsage()).isEqualTo(new SnapshotBarrier.Usage(2, 0, 0));
  }

  @Test
  void theOtherSideWaitsForTheLastInside() throws Exception {
    Section first = barrier.takeSnapshots();
    Section second = barrier.takeSnapshots();
    Entering commit = Entering.start(barrier::commit).waits();
    first.close();
    commit.waits();
    second.close();
    commit.section().close();
    assertThat(barrier.commitUsage().waited()).isOne();
    assertThat(barrier.commitUsage().waitedNanoseconds()).isPositive();
  }

  @Test
  void aSectionKnowsHowManyCommitsCameBefore() throws Exception {
    Section first = barrier.takeSnapshots();
    Entering commit = Entering.start(barrier::commit).waits();
    assertThat(first.commits()).isZero();
    first.close();
    commit.section().close();
    barrier.commit().close();
    try (Section second = barrier.takeSnapshots()) {
      assertThat(second.commits()).isEqualTo(2);
    }
  }

  @Test
  void aReadThatTakesTooLongIsPutOutAndFails() {
    SnapshotBarrier impatient = new SnapshotBarrier(true, Duration.ofMillis(50));
    Section stuck = impatient.takeSnapshots();
    Section alsoStuck = impatient.takeSnapshots();
    impatient.commit().close();
    assertThatThrownBy(stuck::close)
        .isInstanceOfSatisfying(
            PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("40001"));
    // Its reader knows it by now.
    stuck.close();
    assertThatThrownBy(alsoStuck::close).isInstanceOf(PostgresException.class);
    impatient.takeSnapshots().close();
    impatient.commit().close();
  }

  @Test
  void aCommitThatTakesTooLongIsToldBeforeOthersEnter() {
    SnapshotBarrier impatient = new SnapshotBarrier(true, Duration.ofMillis(50));
    AtomicInteger told = new AtomicInteger();
    Section stuck = impatient.commit(told::incrementAndGet);
    Section soon = impatient.commit(told::incrementAndGet);
    soon.close();
    try (Section read = impatient.takeSnapshots()) {
      assertThat(told).hasValue(1);
      assertThat(read.commits()).isEqualTo(2);
      stuck.close();
    }
    impatient.commit().close();
    assertThat(told).hasValue(1);
  }

  @Test
  void aStatementThatCommitsGivesWay() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Section statement = barrier.tryCommit(asked::incrementAndGet, () -> {}).orElseThrow();
    Section another = barrier.tryCommit(() -> {}, () -> {}).orElseThrow();
    another.close();
    await().pollDelay(Duration.ofMillis(60)).until(() -> true);
    assertThat(asked).hasValue(0);

    Entering read = Entering.start(barrier::takeSnapshots).waits();
    await().untilAsserted(() -> assertThat(asked).hasValue(1));
    read.waits();
    assertThat(barrier.tryCommit(() -> {}, () -> {})).isEmpty();
    statement.close();
    try (Section entered = read.section()) {
      assertThat(entered.commits()).isEqualTo(2);
      assertThat(barrier.tryCommit(() -> {}, () -> {})).isEmpty();
    }
    assertThat(asked).hasValue(1);
    barrier.tryCommit(() -> {}, () -> {}).orElseThrow().close();
    assertThat(barrier.commitUsage().sections()).isEqualTo(3);
  }

  @Test
  void nobodyWaitsForOneThatIsInTime() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    Section statement = barrier.tryCommit(asked::incrementAndGet, () -> {}).orElseThrow();
    Entering read = Entering.start(barrier::takeSnapshots);
    statement.close();
    read.section().close();
    assertThat(asked).hasValue(0);
  }

  @Test
  void nobodyIsPutOutForWhomNobodyWaits() {
    SnapshotBarrier impatient = new SnapshotBarrier(true, Duration.ofMillis(20));
    Section alone = impatient.takeSnapshots();
    await().pollDelay(Duration.ofMillis(60)).until(() -> true);
    impatient.takeSnapshots().close();
    alone.close();
  }

  @Test
  void aBoundedSectionEndsByItself() throws Exception {
    try (BoundedSection bounded =
        new BoundedSection(barrier.takeSnapshots(), Duration.ofMillis(50))) {
      barrier.commit().close();
      assertThat(bounded.take()).isEmpty();
    }
  }

  @Test
  void aBoundedSectionThatIsTakenHasNoLimit() throws Exception {
    BoundedSection bounded = new BoundedSection(barrier.takeSnapshots(), Duration.ofMillis(50));
    Section taken = bounded.take().orElseThrow();
    bounded.close();
    Entering commit = Entering.start(barrier::commit).waits();
    await().pollDelay(Duration.ofMillis(100)).until(() -> true);
    commit.waits();
    taken.close();
    commit.section().close();
  }

  @Test
  void closingTwiceLeavesOnce() {
    Section first = barrier.commit();
    Section second = barrier.commit();
    first.close();
    first.close();
    Entering reader = Entering.start(barrier::takeSnapshots).waits();
    second.close();
    await().until(reader.entered()::isDone);
  }

  @Test
  void whoComesLateLinesUpBehindTheOtherSide() throws Exception {
    Section inside = barrier.takeSnapshots();
    Entering commit = Entering.start(barrier::commit).waits();
    Entering late = Entering.start(barrier::takeSnapshots).waits();
    inside.close();
    Section committing = commit.section();
    late.waits();
    committing.close();
    late.section().close();
  }

  @Test
  void allWhoWaitEnterTogether() throws Exception {
    Section inside = barrier.commit();
    List<Entering> readers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      readers.add(Entering.start(barrier::takeSnapshots).waits());
    }
    inside.close();
    // None of them has left when the last one is inside.
    for (Entering reader : readers) {
      reader.section();
    }
  }

  @Test
  void whoIsInterruptedDoesNotHoldUpAnybody() throws Exception {
    Section inside = barrier.takeSnapshots();
    Entering commit = Entering.start(barrier::commit).waits();
    Entering late = Entering.start(barrier::takeSnapshots).waits();
    commit.thread().interrupt();
    assertThatThrownBy(commit::section)
        .cause()
        .isInstanceOfSatisfying(
            PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("57014"));
    late.section().close();
    inside.close();
    barrier.commit().close();
  }

  @Test
  void oneInterruptedOfTwoLeavesTheOtherItsTurn() throws Exception {
    Section inside = barrier.takeSnapshots();
    Entering first = Entering.start(barrier::commit).waits();
    Entering second = Entering.start(barrier::commit).waits();
    Entering late = Entering.start(barrier::takeSnapshots).waits();
    first.thread().interrupt();
    assertThatThrownBy(first::section).isInstanceOf(ExecutionException.class);
    late.waits();
    inside.close();
    second.section().close();
    late.section().close();
  }

  @Test
  void anotherThreadMayClose() throws Exception {
    Section inside = barrier.takeSnapshots();
    Thread.ofVirtual().start(inside::close).join();
    barrier.commit().close();
  }

  @Test
  void nobodyWaitsWhereItIsNotActive() {
    SnapshotBarrier none = new SnapshotBarrier(false);
    try (Section reading = none.takeSnapshots();
        Section committing = none.commit()) {
      assertThat(reading).isNotSameAs(committing);
    }
    assertThat(none.commitUsage()).isEqualTo(new SnapshotBarrier.Usage(1, 0, 0));
  }

  @Test
  void theSidesAreNeverInsideTogetherAndNeitherStarves() throws Exception {
    AtomicInteger reading = new AtomicInteger();
    AtomicInteger committing = new AtomicInteger();
    CountDownLatch start = new CountDownLatch(1);
    List<CompletableFuture<Void>> running = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      running.add(run(start, barrier::takeSnapshots, reading, committing));
      running.add(run(start, barrier::commit, committing, reading));
    }
    start.countDown();
    for (CompletableFuture<Void> each : running) {
      each.get(50, TimeUnit.SECONDS);
    }
    assertThat(barrier.commitUsage().sections()).isEqualTo(8000);
    assertThat(barrier.snapshotUsage().sections()).isEqualTo(8000);
  }

  private static CompletableFuture<Void> run(
      CountDownLatch start, Supplier<Section> enter, AtomicInteger mine, AtomicInteger others) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                start.await();
                for (int i = 0; i < 2000; i++) {
                  try (Section section = enter.get()) {
                    mine.incrementAndGet();
                    assertThat(section).isNotNull();
                    LockSupport.parkNanos(1);
                    assertThat(others).hasValue(0);
                    mine.decrementAndGet();
                  }
                }
                done.complete(null);
              } catch (InterruptedException | RuntimeException | AssertionError e) {
                done.completeExceptionally(e);
              }
            });
    return done;
  }
}
