package io.argosy.lab.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is written to, and read from, the kernel's files, with directories in its place. */
class ControlGroupsTest {
  private static final BlockDevice DISK = new BlockDevice(254, 0);
  private static final Optional<DataRate> RATE = Optional.of(new DataRate(33_000_000));

  @TempDir private Path directory;
  private Path mounts;

  @BeforeEach
  void nameTheTable() {
    mounts = directory.resolve("mounts");
  }

  @Test
  void aGroupOfVersion2HasOneDirectoryAndItsFiles() throws IOException {
    Path root = Files.createDirectory(directory.resolve("unified"));
    Files.writeString(root.resolve("cgroup.controllers"), "cpuset cpu io memory\n");
    Files.writeString(mounts, "cgroup2 " + root + " cgroup2 rw,nosuid 0 0\n");
    ControlGroups groups = ControlGroups.find(mounts);

    assertThat(groups.missing()).isEmpty();
    ControlGroup group = groups.create("one");

    assertThat(root.resolve("cgroup.subtree_control")).hasContent("+cpu +io");
    assertThat(group.directories()).containsExactly(root.resolve("one"));
    group.limitCores(OptionalDouble.of(0.2));
    group.limitReads(DISK, RATE);
    assertThat(root.resolve("one/cpu.max")).hasContent("4000 20000");
    assertThat(root.resolve("one/cpu.weight")).hasContent("10000");
    assertThat(root.resolve("one/io.max")).hasContent("254:0 rbps=33000000");
    group.limitCores(OptionalDouble.empty());
    group.limitReads(DISK, Optional.empty());
    assertThat(root.resolve("one/cpu.max")).hasContent("max 20000");
    assertThat(root.resolve("one/cpu.weight")).hasContent("100");
    assertThat(root.resolve("one/io.max")).hasContent("254:0 rbps=max");
    Files.writeString(root.resolve("one/cpu.stat"), "usage_usec 2500000\nuser_usec 1\n");
    Files.writeString(
        root.resolve("one/io.stat"), "7:0 rbytes=9 wbytes=1\n254:0 rbytes=4096 wbytes=2 rios=1\n");
    assertThat(group.cpuSeconds()).isCloseTo(2.5, within(1e-9));
    assertThat(group.bytesRead(DISK)).isEqualTo(4096);
  }

  @Test
  void aGroupOfVersion1HasADirectoryInEachHierarchy() throws IOException {
    Path processor = Files.createDirectory(directory.resolve("cpu,cpuacct"));
    Path disk = Files.createDirectory(directory.resolve("blkio"));
    Files.writeString(
        mounts,
        """
        cgroup %s cgroup rw,relatime,cpu,cpuacct 0 0
        cgroup %s cgroup rw,relatime,blkio 0 0
        """
            .formatted(processor, disk));
    ControlGroups groups = ControlGroups.find(mounts);

    assertThat(groups.missing()).isEmpty();
    ControlGroup group = groups.create("one");

    assertThat(group.directories()).containsExactly(processor.resolve("one"), disk.resolve("one"));
    group.limitCores(OptionalDouble.of(0.5));
    group.limitReads(DISK, RATE);
    assertThat(processor.resolve("one/cpu.cfs_quota_us")).hasContent("10000");
    assertThat(processor.resolve("one/cpu.cfs_period_us")).hasContent("20000");
    assertThat(processor.resolve("one/cpu.shares")).hasContent("262144");
    assertThat(disk.resolve("one/blkio.throttle.read_bps_device")).hasContent("254:0 33000000");
    group.limitCores(OptionalDouble.empty());
    group.limitReads(DISK, Optional.empty());
    assertThat(processor.resolve("one/cpu.cfs_quota_us")).hasContent("-1");
    assertThat(processor.resolve("one/cpu.shares")).hasContent("1024");
    assertThat(disk.resolve("one/blkio.throttle.read_bps_device")).hasContent("254:0 0");
    Files.writeString(processor.resolve("one/cpuacct.usage"), "1500000000\n");
    Files.writeString(
        disk.resolve("one/blkio.throttle.io_service_bytes"),
        "254:0 Read 8192\n254:0 Write 5\n7:0 Read 3\nTotal 8200\n");
    assertThat(group.cpuSeconds()).isCloseTo(1.5, within(1e-9));
    assertThat(group.bytesRead(DISK)).isEqualTo(8192);
  }

  @Test
  void aMachineWithoutControllersIsToldWhatIsMissing() throws IOException {
    Path root = Files.createDirectory(directory.resolve("unified"));
    Files.writeString(root.resolve("cgroup.controllers"), "memory pids\n");
    Files.writeString(mounts, "cgroup2 " + root + " cgroup2 rw 0 0\ncgroup /x cgroup rw,cpu 0 0\n");

    assertThat(ControlGroups.find(mounts).missing())
        .hasValueSatisfying(text -> assertThat(text).contains("cpuacct").contains("blkio"));
  }

  @Test
  void aDisksNumberIsDecodedAsGlibcDoes() {
    assertThat(BlockDevice.decode(0xfe00)).isEqualTo(new BlockDevice(254, 0));
    assertThat(BlockDevice.decode(0x100301)).isEqualTo(new BlockDevice(3, 257));
  }
}
