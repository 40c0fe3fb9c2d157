package io.argosy.node.resource;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.node.ResourceUse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerSamplerTest {
  private static final int POSTMASTER = 10;
  private static final int BACKEND = 11;
  private static final int OTHER = 12;
  private static final int READER = 13;
  private static final int WORKER = 14;
  private static final long MILLISECOND = 1_000_000;

  @TempDir private Path proc;
  private PlantedProcesses processes;
  private ServerSampler sampler;

  @BeforeEach
  void start() {
    processes =
        new PlantedProcesses(proc)
            .process(POSTMASTER, 1, "/usr/lib/postgresql/bin/postgres -D data")
            .process(BACKEND, POSTMASTER, "postgres: alice shop 127.0.0.1(5001) idle")
            .process(OTHER, POSTMASTER, "postgres: alice shop 127.0.0.1(5002) idle")
            .process(READER, POSTMASTER, "postgres: io worker 0")
            .children(POSTMASTER, BACKEND + " " + OTHER + " " + READER)
            .counts(BACKEND, POSTMASTER, 'S', MILLISECOND, 0, 0, 0)
            .counts(OTHER, POSTMASTER, 'S', MILLISECOND, 0, 0, 0);
    sampler = new ServerSampler(proc);
  }

  @AfterEach
  void stop() {
    sampler.close();
  }

  private BackendMeter meter(int process, int port) {
    return sampler.meter(process, OptionalInt.of(port), "shop");
  }

  private static void pause(long milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void aRequestIsWhatIsCountedBetweenItsEnds() {
    processes.counts(BACKEND, POSTMASTER, 'S', 50 * MILLISECOND, MILLISECOND, 0, 0);
    try (BackendMeter meter = meter(BACKEND, 5001)) {
      meter.begin(() -> true);
      processes.counts(BACKEND, POSTMASTER, 'S', 90 * MILLISECOND, 4 * MILLISECOND, 8192, 100);
      ResourceUse use = meter.end(0).orElseThrow();
      assertThat(use.processor()).isEqualTo(40 * MILLISECOND);
      assertThat(use.system()).isEqualTo(20 * MILLISECOND);
      assertThat(use.queue()).isEqualTo(3 * MILLISECOND);
      assertThat(use.files().orElseThrow()).isEqualTo(new ResourceUse.Files(8192, 100, 0));
      assertThat(use.peers()).isEqualTo(use.elapsed());
    }
  }

  /** What a request uses that does nothing itself. */
  private static ResourceUse idleRequest(BackendMeter meter) {
    meter.begin(() -> true);
    return meter.end(0).orElseThrow();
  }

  @Test
  void whatIsDoneBetweenRequestsCountsForNobody() {
    try (BackendMeter meter = meter(BACKEND, 5001)) {
      idleRequest(meter);
      processes.counts(BACKEND, POSTMASTER, 'S', 11 * MILLISECOND, 0, 0, 0);
      pause(15);
      assertThat(idleRequest(meter).processor()).isZero();
      processes.counts(BACKEND, POSTMASTER, 'S', 30 * MILLISECOND, 0, 0, 0);
      meter.skip();
      assertThat(idleRequest(meter).processor()).isZero();
    }
  }

  @Test
  void aRequestAfterALongPauseIsCountedHoweverShortItIs() {
    try (BackendMeter meter = meter(BACKEND, 5001)) {
      for (int i = 1; i <= 3; i++) {
        meter.begin(() -> true);
        processes.counts(BACKEND, POSTMASTER, 'S', (i + 1) * MILLISECOND, i, 0, 8192 * i);
        ResourceUse use = meter.end(0).orElseThrow();
        assertThat(use.processor()).isEqualTo(MILLISECOND);
        assertThat(use.queue()).isEqualTo(1);
        assertThat(use.files().orElseThrow().fromCache()).isEqualTo(8192);
        pause(15);
      }
    }
  }

  @Test
  void theSumOfRequestsThatFollowAtOnceIsWhatIsCounted() {
    try (BackendMeter meter = meter(BACKEND, 5001)) {
      long start = System.nanoTime();
      long processor = 0;
      long queue = 0;
      long fromDisk = 0;
      long done = 0;
      while (System.nanoTime() - start < 200 * MILLISECOND) {
        meter.begin(() -> true);
        pause(1);
        done++;
        processes.counts(
            BACKEND,
            POSTMASTER,
            'S',
            MILLISECOND + done * MILLISECOND / 2,
            done * MILLISECOND / 5,
            done * 4096,
            0);
        ResourceUse use = meter.end(0).orElseThrow();
        assertThat(use.processor()).isLessThan(use.elapsed() + 12 * MILLISECOND);
        processor += use.processor();
        queue += use.queue();
        fromDisk += use.files().orElseThrow().fromDisk();
      }
      // What belongs to the last requests may not be counted yet.
      long last = 15;
      assertThat(processor)
          .isBetween((done - last) * MILLISECOND / 2, (done + last) * MILLISECOND / 2);
      assertThat(queue).isBetween((done - last) * MILLISECOND / 5, (done + last) * MILLISECOND / 5);
      assertThat(fromDisk).isBetween((done - last) * 4096, done * 4096);
    }
  }

  /** So patient that a request that follows at once is never taken for one after a pause. */
  private ServerSampler patient() {
    return new ServerSampler(proc, Duration.ofSeconds(3));
  }

  private static void longPause() {
    pause(3_200);
  }

  @Test
  void whatIsOwedOfRequestsBeforeAPauseIsToldOfTheNext() {
    try (ServerSampler patient = patient();
        BackendMeter meter = patient.meter(BACKEND, OptionalInt.of(5001), "shop")) {
      idleRequest(meter);
      processes.counts(BACKEND, POSTMASTER, 'S', 3 * MILLISECOND, 0, 0, 8192);
      assertThat(idleRequest(meter).files().orElseThrow()).isEqualTo(ResourceUse.Files.NOTHING);
      longPause();
      ResourceUse next = idleRequest(meter);
      assertThat(next.processor()).isEqualTo(2 * MILLISECOND);
      assertThat(next.files().orElseThrow().fromCache()).isEqualTo(8192);
      longPause();
      assertThat(idleRequest(meter).processor()).isZero();
    }
  }

  @Test
  void whatIsOwedIsToldThoughSomethingElseIsSentInBetween() {
    try (ServerSampler patient = patient();
        BackendMeter meter = patient.meter(BACKEND, OptionalInt.of(5001), "shop")) {
      idleRequest(meter);
      processes.counts(BACKEND, POSTMASTER, 'S', 3 * MILLISECOND, 0, 0, 8192);
      idleRequest(meter);
      meter.skip();
      processes.counts(BACKEND, POSTMASTER, 'S', 40 * MILLISECOND, 0, 0, 9000);
      meter.skip();
      ResourceUse next = idleRequest(meter);
      assertThat(next.processor()).isEqualTo(2 * MILLISECOND);
      assertThat(next.files().orElseThrow().fromCache()).isEqualTo(8192);
      meter.skip();
      assertThat(idleRequest(meter).processor()).isZero();
    }
  }

  @Test
  void whatWasToldTooMuchIsNotToldAgain() {
    try (ServerSampler patient = patient();
        BackendMeter meter = patient.meter(BACKEND, OptionalInt.of(5001), "shop")) {
      meter.begin(() -> true);
      pause(50);
      processes.counts(BACKEND, POSTMASTER, 'S', 51 * MILLISECOND, 0, 0, 0);
      long told = meter.end(0).orElseThrow().processor();
      meter.begin(() -> true);
      pause(50);
      // Its backend has only slept.
      long estimated = meter.end(0).orElseThrow().processor();
      assertThat(estimated).isPositive();
      told += estimated;
      longPause();
      told += idleRequest(meter).processor();
      assertThat(told).isEqualTo(50 * MILLISECOND + estimated);
      longPause();
      meter.begin(() -> true);
      processes.counts(BACKEND, POSTMASTER, 'S', 9_001 * MILLISECOND, 0, 0, 0);
      told += meter.end(0).orElseThrow().processor();
      assertThat(told).isEqualTo(9_000 * MILLISECOND);
    }
  }

  @Test
  void aLongRequestIsCountedWhateverWasBeforeIt() {
    try (BackendMeter meter = meter(BACKEND, 5001)) {
      meter.begin(() -> true);
      processes.counts(BACKEND, POSTMASTER, 'S', 2 * MILLISECOND, 0, 0, 0);
      meter.end(0);
      meter.begin(() -> true);
      processes.counts(BACKEND, POSTMASTER, 'S', 42 * MILLISECOND, 0, 1 << 20, 0);
      pause(60);
      ResourceUse use = meter.end(0).orElseThrow();
      assertThat(use.processor()).isEqualTo(40 * MILLISECOND);
      assertThat(use.files().orElseThrow().fromDisk()).isEqualTo(1 << 20);
    }
  }

  @Test
  void aProcessThatIsNotTheBackendIsNotTakenForIt() {
    BackendMeter ofOtherPort = meter(BACKEND, 5009);
    ofOtherPort.begin(() -> true);
    assertThat(ofOtherPort.end(0)).isEmpty();
    assertThat(sampler.meter(BACKEND, OptionalInt.empty(), "shop")).isSameAs(BackendMeter.BLIND);
    assertThat(sampler.meter(BACKEND, OptionalInt.of(5001), "home")).isSameAs(BackendMeter.BLIND);
    assertThat(sampler.meter(99, OptionalInt.of(5001), "shop")).isSameAs(BackendMeter.BLIND);
    assertThat(meter(BACKEND, 5001)).isNotSameAs(BackendMeter.BLIND);
  }

  @Test
  void parallelWorkersWorkForTheirLeader() {
    try (BackendMeter meter = meter(BACKEND, 5001);
        BackendMeter other = meter(OTHER, 5002)) {
      meter.begin(() -> true);
      other.begin(() -> true);
      processes
          .process(WORKER, POSTMASTER, "postgres: parallel worker for PID " + BACKEND)
          .children(POSTMASTER, BACKEND + " " + OTHER + " " + READER + " " + WORKER)
          .counts(WORKER, POSTMASTER, 'R', 7 * MILLISECOND, 2 * MILLISECOND, 4096, 50);
      pause(200);
      // It has ended: what was seen of it last is what it has done.
      processes.children(POSTMASTER, BACKEND + " " + OTHER + " " + READER);
      pause(200);
      ResourceUse use = meter.end(0).orElseThrow();
      assertThat(use.workerProcessor()).isEqualTo(7 * MILLISECOND);
      assertThat(use.workerQueue()).isEqualTo(2 * MILLISECOND);
      assertThat(use.allProcessors()).isEqualTo(7 * MILLISECOND);
      assertThat(use.files().orElseThrow()).isEqualTo(new ResourceUse.Files(4096, 50, 4096));
      assertThat(other.end(0).orElseThrow().workerProcessor()).isZero();
    }
  }

  /** Whether a worker was seen that worked for a request for a short time. */
  private boolean seesWorker(BackendMeter meter) {
    meter.begin(() -> true);
    processes
        .process(WORKER, POSTMASTER, "postgres: parallel worker for PID " + BACKEND)
        .children(POSTMASTER, BACKEND + " " + OTHER + " " + READER + " " + WORKER)
        .counts(WORKER, POSTMASTER, 'R', MILLISECOND, 0, 0, 0);
    pause(70);
    processes.children(POSTMASTER, BACKEND + " " + OTHER + " " + READER);
    return meter.end(0).orElseThrow().workerProcessor() > 0;
  }

  /** That of nearly every request: this machine may do something else for so long now and then. */
  private void assertWorkersAreSeen(BackendMeter meter, IntConsumer before) {
    int requests = 12;
    int seen = 0;
    for (int i = 0; i < requests; i++) {
      before.accept(i);
      seen += seesWorker(meter) ? 1 : 0;
    }
    assertThat(seen).isGreaterThanOrEqualTo(requests - 2);
  }

  @Test
  void workersAreSeenWheneverTheirRequestBegins() {
    try (BackendMeter meter = meter(BACKEND, 5001)) {
      idleRequest(meter);
      assertWorkersAreSeen(meter, i -> pause(1 + 6 * i));
    }
  }

  @Test
  void workersAreSeenAfterNothingHasRunForLong() {
    try (BackendMeter meter = meter(BACKEND, 5001)) {
      assertWorkersAreSeen(
          meter,
          i -> {
            idleRequest(meter);
            pause(300);
          });
    }
  }

  @Test
  void workersOfAYoungRequestAreSeenBesideAnOldOne() {
    try (BackendMeter meter = meter(BACKEND, 5001);
        BackendMeter old = meter(OTHER, 5002)) {
      old.begin(() -> true);
      pause(5_000);
      assertWorkersAreSeen(meter, i -> pause(130));
      assertThat(old.end(0).orElseThrow().workerProcessor()).isZero();
    }
  }

  @Test
  void looksBecomeRarerWhileARequestBecomesOlder() {
    AtomicInteger looks = new AtomicInteger();
    try (BackendMeter meter = meter(BACKEND, 5001)) {
      meter.begin(() -> looks.incrementAndGet() > 0);
      pause(500);
      int first = looks.get();
      assertThat(first).isBetween(12, 50);
      pause(2_500);
      assertThat(looks.get() - first).isBetween(15, 60);
      meter.end(0);
    }
  }

  @Test
  void whatIsReadForAllIsDividedAmongThoseWhoWait() {
    try (BackendMeter meter = meter(BACKEND, 5001);
        BackendMeter other = meter(OTHER, 5002)) {
      meter.begin(() -> true);
      other.begin(() -> true);
      pause(200);
      processes.counts(READER, POSTMASTER, 'D', 0, 0, 1 << 20, 0);
      pause(200);
      ResourceUse use = meter.end(0).orElseThrow();
      assertThat(use.files().orElseThrow().fromDisk()).isEqualTo(1 << 19);
      assertThat(use.disk()).isBetween(20 * MILLISECOND, use.elapsed());
      assertThat(other.end(0).orElseThrow().files().orElseThrow().fromDisk()).isEqualTo(1 << 19);
    }
  }

  @Test
  void whatWasReadBeforeARequestIsNotItsOwn() {
    try (BackendMeter meter = meter(BACKEND, 5001)) {
      meter.begin(() -> true);
      meter.end(0);
      pause(30);
      processes.counts(READER, POSTMASTER, 'S', 0, 0, 1 << 20, 0);
      // Nobody is running, and the readers are looked at no more.
      pause(1_500);
      processes.counts(READER, POSTMASTER, 'S', 0, 0, 3 << 20, 0);
      pause(100);
      meter.begin(() -> true);
      pause(200);
      assertThat(meter.end(0).orElseThrow().files().orElseThrow().fromDisk()).isZero();
    }
  }

  @Test
  void whatTheSystemHidesIsNotKnown() {
    processes.hideFiles(BACKEND);
    try (BackendMeter meter = meter(BACKEND, 5001)) {
      meter.begin(() -> true);
      ResourceUse use = meter.end(0).orElseThrow();
      assertThat(use.files()).isEmpty();
      assertThat(use.plus(ResourceUse.NOTHING).files()).isEmpty();
    }
  }

  @Test
  void aLostServerIsNotLookedAtAnyMore() {
    try (BackendMeter meter = meter(BACKEND, 5001)) {
      meter.begin(() -> true);
      meter.lost();
      assertThat(meter.end(0)).isEmpty();
    }
  }

  @Test
  void whoWaitsForItsClientDoesNotShareWhatOthersRead() {
    try (BackendMeter meter = meter(BACKEND, 5001);
        BackendMeter other = meter(OTHER, 5002)) {
      meter.begin(() -> true);
      other.begin(() -> false);
      pause(200);
      processes.counts(READER, POSTMASTER, 'D', 0, 0, 1 << 20, 0);
      pause(200);
      assertThat(meter.end(0).orElseThrow().files().orElseThrow().fromDisk()).isEqualTo(1 << 20);
      assertThat(other.end(0).orElseThrow().files().orElseThrow().fromDisk()).isZero();
    }
  }

  @Test
  void aMeterThatIsClosedBeginsNothing() {
    BackendMeter meter = meter(BACKEND, 5001);
    meter.close();
    meter.begin(() -> true);
    assertThat(meter.end(0)).isEmpty();
  }

  @Test
  void aKernelThatDoesNotCountIsNotBelieved() {
    processes.process(15, POSTMASTER, "postgres: alice shop 127.0.0.1(5003) idle");
    processes.counts(15, POSTMASTER, 'S', 0, 0, 0, 0);
    assertThat(meter(15, 5003)).isSameAs(BackendMeter.BLIND);
  }
}
