package io.argosy.coordinator.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.planner.movement.Estimator;
import io.argosy.planner.movement.Estimator.Estimate;
import io.argosy.protocol.message.PostgresException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PlanningTest {
  private static final Estimate ANSWER = new Estimate(1, 2, 3);
  private static final Estimator NODE = sql -> ANSWER;

  private final PlanningPool pool = new PlanningPool(2);

  private static Planning planning(PlanningPool pool) {
    return new Planning(pool, () -> Duration.ZERO, () -> false);
  }

  private static Thread session(Runnable statement) {
    return Thread.ofVirtual().start(statement);
  }

  private static void pause(int milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Looks up until it is ended. */
  private static Function<PlanningWork, String> endless(AtomicBoolean ended) {
    return work -> {
      Estimator estimator = work.asking(NODE);
      try {
        while (true) {
          estimator.lookUp();
        }
      } finally {
        ended.set(true);
      }
    };
  }

  @Test
  void soManyRunAtATime() throws InterruptedException {
    AtomicInteger running = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    List<Thread> sessions = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      sessions.add(
          session(
              () ->
                  planning(pool)
                      .run(
                          work -> {
                            most.accumulateAndGet(running.incrementAndGet(), Math::max);
                            pause(20);
                            return running.decrementAndGet();
                          })));
    }
    for (Thread session : sessions) {
      session.join();
    }
    assertThat(most).hasValue(2);
  }

  @Test
  void whoAsksGivesThePlaceAwayAndIsAnsweredByTheSession() throws InterruptedException {
    PlanningPool one = new PlanningPool(1);
    CountDownLatch others = new CountDownLatch(1);
    AtomicBoolean asked = new AtomicBoolean();
    Thread slow =
        session(
            () -> {
              Thread itself = Thread.currentThread();
              Estimator node =
                  sql -> {
                    assertThat(Thread.currentThread()).isSameAs(itself);
                    asked.set(true);
                    await().until(() -> others.getCount() == 0);
                    return ANSWER;
                  };
              assertThat(planning(one).<Estimate>run(work -> work.asking(node).of("x")))
                  .isEqualTo(ANSWER);
            });
    await().untilTrue(asked);

    String other = planning(one).run(work -> "has the place");

    assertThat(other).isEqualTo("has the place");
    others.countDown();
    slow.join();
    assertThat(planning(one).<String>run(work -> "again")).isEqualTo("again");
  }

  @Test
  void whoTakesLongLetsOthersHaveTheirTurn() {
    PlanningPool one = new PlanningPool(1);
    AtomicBoolean ended = new AtomicBoolean();
    Planning endless = planning(one);
    session(
        () ->
            assertThatThrownBy(() -> endless.run(endless(ended)))
                .isInstanceOf(PostgresException.class));
    for (int i = 0; i < 20; i++) {
      assertThat(planning(one).<Integer>run(work -> 1)).isOne();
    }
    assertThat(ended).isFalse();
    await().until(() -> ended.get() || cancelled(endless));
  }

  private static boolean cancelled(Planning planning) {
    planning.cancel();
    return false;
  }

  @Test
  void aCancelEndsTheWaitAtOnceAndTheWorkSoon() throws InterruptedException {
    AtomicBoolean ended = new AtomicBoolean();
    CountDownLatch begun = new CountDownLatch(1);
    AtomicBoolean goesOn = new AtomicBoolean(true);
    Planning planning = planning(new PlanningPool(1));
    AtomicBoolean told = new AtomicBoolean();
    session(
        () -> {
          assertThatThrownBy(
                  () ->
                      planning.run(
                          work -> {
                            begun.countDown();
                            while (goesOn.get()) {
                              pause(1);
                            }
                            return endless(ended).apply(work);
                          }))
              .hasMessageContaining("57014");
          told.set(true);
        });
    begun.await();

    planning.cancel();

    await().atMost(Duration.ofSeconds(2)).untilTrue(told);
    assertThat(ended).isFalse();
    goesOn.set(false);
    await().atMost(Duration.ofSeconds(2)).untilTrue(ended);
    assertThat(planning.<String>run(work -> "the next")).isEqualTo("the next");
  }

  @Test
  void aCancelEndsTheWaitForAPlace() throws InterruptedException {
    PlanningPool none = new PlanningPool(0);
    Planning planning = planning(none);
    AtomicBoolean told = new AtomicBoolean();
    session(
        () -> {
          assertThatThrownBy(() -> planning.run(work -> "never")).hasMessageContaining("57014");
          told.set(true);
        });
    await().until(none::isWanted);

    planning.cancel();

    await().atMost(Duration.ofSeconds(2)).untilTrue(told);
    none.leave();
    await().until(() -> !none.isWanted());
    assertThat(planning(none).<String>run(work -> "the place is there")).isNotEmpty();
  }

  @Test
  void whatTheAnswererThrowsEndsTheWork() {
    PlanningPool one = new PlanningPool(1);
    AtomicBoolean ended = new AtomicBoolean();
    Estimator broken =
        sql -> {
          throw new PostgresException("08006", "lost");
        };

    assertThatThrownBy(
            () ->
                planning(one)
                    .run(
                        work -> {
                          try {
                            return work.asking(broken).of("x");
                          } finally {
                            ended.set(true);
                          }
                        }))
        .hasMessageContaining("lost");

    await().untilTrue(ended);
    assertThat(planning(one).<String>run(work -> "next")).isEqualTo("next");
  }

  @Test
  void failuresAndErrorsReachTheSession() {
    Planning planning = planning(pool);
    assertThatThrownBy(
            () ->
                planning.run(
                    work -> {
                      throw new IllegalStateException("a bug");
                    }))
        .hasMessage("a bug");
    assertThatThrownBy(
            () ->
                planning.run(
                    work -> {
                      throw new OutOfMemoryError("in moderation");
                    }))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(planning.<String>run(work -> "goes on")).isEqualTo("goes on");
  }

  /** With little stack: while a whole one is filled, garbage collections stop the JVM for long. */
  @Test
  void anEndlessRecursionReachesTheSession() {
    Planning planning = planning(new PlanningPool(1, 1 << 20));
    assertThatThrownBy(() -> planning.run(work -> depth(0, Integer.MAX_VALUE)))
        .hasMessageContaining("54001");
    assertThat(planning.<String>run(work -> "goes on")).isEqualTo("goes on");
  }

  @Test
  void whatIsPlannedHasNothingElsePlanned() {
    PlanningPool one = new PlanningPool(1);
    Planning planning = planning(one);
    assertThatThrownBy(() -> planning.run(work -> planning.run(inner -> "never")))
        .isInstanceOf(IllegalStateException.class);
    assertThat(planning.<String>run(work -> "goes on")).isEqualTo("goes on");
  }

  @Test
  void thereIsRoomForDeepTrees() {
    assertThat(planning(pool).<Integer>run(work -> depth(0, 1_000_000))).isEqualTo(1_000_000);
  }

  private static int depth(int now, int most) {
    return now == most ? now : Math.max(now, depth(now + 1, most));
  }

  @Test
  void threadsThatHaveNothingToDoEnd() {
    planning(pool).run(work -> Thread.currentThread());
    Thread thread = planning(pool).run(work -> Thread.currentThread());
    assertThat(thread.isDaemon()).isTrue();
    await().atMost(Duration.ofNanos(TimeUnit.SECONDS.toNanos(20))).until(() -> !thread.isAlive());
  }
}
