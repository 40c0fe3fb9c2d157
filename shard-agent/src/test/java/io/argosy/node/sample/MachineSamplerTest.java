package io.argosy.node.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.node.MachineMeasure;
import io.argosy.node.MachineSample;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MachineSamplerTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final long SECOND = 1_000_000_000;

  @TempDir private Path directory;

  private final AtomicLong clock = new AtomicLong(4711);
  private MachineSampler sampler;

  @BeforeEach
  void plantNothing() throws IOException {
    Files.createDirectories(directory.resolve("proc/net"));
    Files.createDirectories(directory.resolve("proc/pressure"));
    Files.createDirectories(directory.resolve("cgroup"));
    sampler =
        new MachineSampler(
            new MachineFiles(directory.resolve("proc"), directory.resolve("cgroup")),
            SampledServer.of(Optional.empty()),
            clock::get,
            START,
            3);
  }

  @AfterEach
  void close() {
    sampler.close();
  }

  private void plant(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  private void sampleAfter(long nanoseconds) {
    clock.addAndGet(nanoseconds);
    sampler.sample();
  }

  private List<MachineSample> all() {
    return sampler.since(Instant.EPOCH, 100);
  }

  private MachineSample last() {
    return all().getLast();
  }

  @Test
  void twoReadingsAreASample() throws IOException {
    plant("proc/stat", "cpu  0 0 0 0 0 0 0 0\ncpu0 0 0 0 0 0 0 0 0\n");
    plant("proc/net/dev", "eth0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
    sampler.sample();
    assertThat(all()).isEmpty();
    plant("proc/stat", "cpu  75 0 0 25 0 0 0 0\ncpu0 75 0 0 25 0 0 0 0\n");
    plant("proc/net/dev", "eth0: 1000 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
    sampleAfter(SECOND);
    assertThat(all()).hasSize(1);
    assertThat(last().at()).isEqualTo(START.plusSeconds(1));
    assertThat(last().length()).isEqualTo(Duration.ofSeconds(1));
    assertThat(last().values())
        .contains(
            entry(MachineMeasure.PROCESSORS, 1.0),
            entry(MachineMeasure.USER_SHARE, 0.75),
            entry(MachineMeasure.IDLE_SHARE, 0.25),
            entry(MachineMeasure.NETWORK_IN_BYTES, 1000.0))
        .doesNotContainKeys(
            MachineMeasure.DISK_READS,
            MachineMeasure.MEMORY_TOTAL,
            MachineMeasure.IO_PRESSURE,
            MachineMeasure.PROCESSOR_LIMIT,
            MachineMeasure.MEMORY_USED);
  }

  @Test
  void whatWasMissedIsOneLongSample() throws IOException {
    plant("proc/net/dev", "eth0: 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
    sampler.sample();
    plant("proc/net/dev", "eth0: 1000 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
    sampleAfter(5 * SECOND);
    assertThat(last().seconds()).isEqualTo(5);
    assertThat(last().values()).containsEntry(MachineMeasure.NETWORK_IN_BYTES, 200.0);
    assertThat(sampler.total(MachineMeasure.NETWORK_IN_BYTES)).hasValue(1000);
    assertThat(sampler.total(MachineMeasure.DISK_READS)).isEmpty();
  }

  @Test
  void garbageAndFilesThatComeAndGoDoNotStopIt() throws IOException {
    plant("proc/diskstats", "8 0 sda 1 1 8 1 1 1 8 1 0 1 1\n");
    plant("proc/pressure/io", "some avg10=0.00 total=0\n");
    sampler.sample();
    plant("proc/diskstats", "8 0 sda 2 1 16 1 1 1 8 1 0 1");
    plant("proc/pressure/io", "\0\1\2 ::: total=\n");
    sampleAfter(SECOND);
    assertThat(last().values()).isEmpty();
    Files.delete(directory.resolve("proc/diskstats"));
    Files.delete(directory.resolve("proc/pressure/io"));
    Files.createDirectory(directory.resolve("proc/pressure/io"));
    sampleAfter(SECOND);
    assertThat(last().values()).isEmpty();
    // A file that was opened once is still the same one.
    plant("proc/meminfo", "MemTotal: 4 kB\n");
    sampleAfter(SECOND);
    assertThat(last().values()).containsOnly(entry(MachineMeasure.MEMORY_TOTAL, 4096.0));
    assertThat(all()).hasSize(3);
  }

  @Test
  void keepsSoManyAndGivesThoseThatAreNew() {
    for (int i = 0; i < 6; i++) {
      sampleAfter(SECOND);
    }
    List<MachineSample> all = all();
    assertThat(all)
        .extracting(MachineSample::at)
        .containsExactly(START.plusSeconds(4), START.plusSeconds(5), START.plusSeconds(6));
    assertThat(sampler.since(START.plusSeconds(5), 100)).containsExactly(all.get(2));
    assertThat(sampler.since(Instant.EPOCH, 2)).isEqualTo(all.subList(1, 3));
  }

  /** Of a sampler of before, when the machine's clock was ahead. */
  @Test
  void aTimeThatHasNotComeYetIsNoReasonToLeaveAnyOut() {
    sampleAfter(SECOND);
    sampleAfter(SECOND);
    assertThat(sampler.since(START.plusSeconds(3600), 100)).hasSize(1);
    assertThat(sampler.now()).isEqualTo(START.plusSeconds(2));
  }

  @Test
  void limitsAreThoseOfTheServersGroup() throws IOException {
    plant("cgroup/cgroup.controllers", "cpu memory\n");
    Files.createDirectories(directory.resolve("cgroup/db"));
    plant("cgroup/db/cpu.max", "150000 100000\n");
    plant("cgroup/db/cpu.stat", "nr_periods 0\nnr_throttled 0\nthrottled_usec 0\n");
    plant("cgroup/db/memory.max", "max\n");
    plant("cgroup/db/memory.current", "77\n");
    Files.createDirectories(directory.resolve("proc/99"));
    plant("proc/99/comm", "postgres\n");
    plant("proc/99/cgroup", "0::/db\n");
    try (MachineSampler ofServer =
        new MachineSampler(
            new MachineFiles(directory.resolve("proc"), directory.resolve("cgroup")),
            new SampledServer(Optional.of(directory.resolve("proc/99")), Optional.empty()),
            clock::get,
            START,
            3)) {
      ofServer.sample();
      clock.addAndGet(SECOND);
      plant("cgroup/db/cpu.stat", "nr_periods 10\nnr_throttled 5\nthrottled_usec 100000\n");
      ofServer.sample();
      assertThat(ofServer.since(Instant.EPOCH, 1).getFirst().values())
          .containsOnly(
              entry(MachineMeasure.PROCESSOR_LIMIT, 1.5),
              entry(MachineMeasure.THROTTLED_SHARE, 0.5),
              entry(MachineMeasure.THROTTLED_TIME, 0.1),
              entry(MachineMeasure.MEMORY_USED, 77.0));
      // Its group may be there without it.
      Files.delete(directory.resolve("proc/99/comm"));
      for (int i = 0; i < 100; i++) {
        clock.addAndGet(SECOND);
        ofServer.sample();
      }
      assertThat(ofServer.last(MachineMeasure.MEMORY_USED)).hasValue(77);
    }
  }

  /** Prints what a sample costs, once the compilers of the JVM have had some time. */
  @Test
  void costsLessThanAHundredthOfAProcessor() {
    assumeTrue(Files.isReadable(Path.of("/proc/diskstats")), "only Linux has these files");
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    try (MachineSampler real =
        new MachineSampler(
            new MachineFiles(Path.of("/proc"), Path.of("/sys/fs/cgroup")),
            SampledServer.of(Optional.of(directory)),
            System::nanoTime,
            Instant.now(),
            900)) {
      int samples = 200;
      long start = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < samples; i++) {
        real.sample();
      }
      double milliseconds = (threads.getCurrentThreadCpuTime() - start) / 1e6 / samples;
      System.out.printf("a sample takes %.3f ms of processor time%n", milliseconds);
      assertThat(milliseconds).isLessThan(10);
    }
  }

  @Test
  void samplesByItselfOnceASecond() {
    try (MachineSampler real = MachineSampler.start(SampledServer.of(Optional.empty()))) {
      await().until(() -> real.since(Instant.EPOCH, 100).size() >= 2);
      MachineSample sample = real.since(Instant.EPOCH, 100).getLast();
      assertThat(sample.seconds()).isBetween(0.5, 10.0);
      assumeTrue(Files.isReadable(Path.of("/proc/stat")), "only Linux has this file");
      assertThat(sample.values())
          .containsKeys(MachineMeasure.USER_SHARE, MachineMeasure.MEMORY_AVAILABLE);
    }
  }
}
