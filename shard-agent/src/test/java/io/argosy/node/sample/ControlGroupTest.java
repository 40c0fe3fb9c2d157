package io.argosy.node.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ControlGroupTest {
  @TempDir private Path root;

  private void write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  @Test
  void aQuotaIsForAPeriod() {
    assertThat(ControlGroup.quota("50000 100000\n"))
        .containsOnly(
            entry(Counter.LIMIT_MICROSECONDS, 50000L),
            entry(Counter.LIMIT_PERIOD_MICROSECONDS, 100000L));
    assertThat(ControlGroup.quota("max 100000\n")).isEmpty();
    assertThat(ControlGroup.quota("50000 0\n")).isEmpty();
    assertThat(ControlGroup.quota("50000")).isEmpty();
    assertThat(ControlGroup.quota("")).isEmpty();
    assertThat(ControlGroup.quota(OptionalLong.empty(), OptionalLong.of(100000))).isEmpty();
  }

  @Test
  void throttledTimeIsInNanosecondsOrMicroseconds() {
    assertThat(
            ControlGroup.throttling(
                "usage_usec 7\nnr_periods 10\nnr_throttled 3\nthrottled_usec 4\nnr_bursts 0\n"))
        .containsOnly(
            entry(Counter.PERIODS, 10L),
            entry(Counter.THROTTLED_PERIODS, 3L),
            entry(Counter.THROTTLED_NANOSECONDS, 4000L));
    assertThat(ControlGroup.throttling("nr_periods 10\nnr_throttled 3\nthrottled_time 4\n"))
        .containsEntry(Counter.THROTTLED_NANOSECONDS, 4L);
    assertThat(ControlGroup.throttling("nr_periods\nnr_throttled x\nthrottled_usec 4")).isEmpty();
  }

  @Test
  void noLimitOfMemoryIsNone() {
    assertThat(ControlGroup.bytes("1073741824\n", Counter.MEMORY_LIMIT))
        .containsOnly(entry(Counter.MEMORY_LIMIT, 1L << 30));
    assertThat(ControlGroup.bytes("max\n", Counter.MEMORY_LIMIT)).isEmpty();
    assertThat(ControlGroup.bytes("9223372036854771712\n", Counter.MEMORY_LIMIT)).isEmpty();
    assertThat(ControlGroup.bytes("", Counter.MEMORY_LIMIT)).isEmpty();
  }

  @Test
  void theNearestLimitCounts() throws IOException {
    write("cgroup.controllers", "cpu memory\n");
    write("system.slice/cpu.max", "50000 100000\n");
    write("system.slice/postgresql.service/cpu.max", "max 100000\n");
    write("system.slice/postgresql.service/memory.max", "1073741824\n");
    assertThat(ControlGroup.of(root, "0::/system.slice/postgresql.service\n"))
        .isEqualTo(
            new ControlGroup(
                true,
                root.resolve("system.slice"),
                root.resolve("system.slice/postgresql.service")));
  }

  @Test
  void anUnknownGroupIsTheRoot() throws IOException {
    write("cgroup.controllers", "cpu memory\n");
    ControlGroup atRoot = new ControlGroup(true, root, root);
    assertThat(ControlGroup.of(root, "0::/system.slice/docker-4711.scope\n")).isEqualTo(atRoot);
    assertThat(ControlGroup.of(root, "0::/../../etc\n")).isEqualTo(atRoot);
    assertThat(ControlGroup.of(root, "0::\n")).isEqualTo(atRoot);
    assertThat(ControlGroup.of(root, "odd\n0:")).isEqualTo(atRoot);
    assertThat(ControlGroup.of(root, "")).isEqualTo(atRoot);
  }

  @Test
  void versionOneHasADirectoryForEach() throws IOException {
    write("cpu,cpuacct/a/cpu.cfs_quota_us", "-1\n");
    write("cpu,cpuacct/cpu.cfs_quota_us", "50000\n");
    write("memory/a/b/memory.limit_in_bytes", "9223372036854771712\n");
    write("memory/a/memory.limit_in_bytes", "1073741824\n");
    assertThat(ControlGroup.of(root, "4:memory:/a/b\n2:cpuset:/x\n1:cpu,cpuacct:/a\n0::/\n"))
        .isEqualTo(new ControlGroup(false, root.resolve("cpu,cpuacct"), root.resolve("memory/a")));
  }
}
