package io.argosy.node.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampledServerTest {
  @TempDir private Path proc;

  @BeforeEach
  void plantAServer() throws IOException {
    plant("99/comm", "postgres\n");
    plant("99/cgroup", "0::/db\n");
    plant("100/comm", "postgres\n");
    plant("100/stat", "100 (postgres) S 99 99 99 0 -1\n");
    plant("100/cmdline", "postgres: north: alice shop 127.0.0.1(4711) idle\0\0\0");
    Files.createSymbolicLink(proc.resolve("100/cwd"), Path.of("/data"));
  }

  private void plant(String name, String text) throws IOException {
    Files.createDirectories(proc.resolve(name).getParent());
    Files.writeString(proc.resolve(name), text);
  }

  @Test
  void isThatOfItsBackend() {
    SampledServer server = SampledServer.ofBackend(proc, 100, "alice", "shop").orElseThrow();
    assertThat(server.process()).contains(proc.resolve("99"));
    assertThat(server.dataDirectory()).contains(Path.of("/data"));
    assertThat(server.memberships()).contains("0::/db\n");
    assertThat(server.with(Optional.of(proc)).dataDirectory()).contains(proc);
    assertThat(server.with(Optional.empty())).isEqualTo(server);
  }

  @Test
  void anotherProcessOfThatNumberIsNone() throws IOException {
    assertThat(SampledServer.ofBackend(proc, 100, "bob", "shop")).isEmpty();
    assertThat(SampledServer.ofBackend(proc, 100, "alice", "sho")).isEmpty();
    assertThat(SampledServer.ofBackend(proc, 99, "alice", "shop")).isEmpty();
    assertThat(SampledServer.ofBackend(proc, 101, "alice", "shop")).isEmpty();
    plant("100/comm", "java\n");
    assertThat(SampledServer.ofBackend(proc, 100, "alice", "shop")).isEmpty();
  }

  @Test
  void whatMayNotBeSeenIsNotKnown() throws IOException {
    Files.delete(proc.resolve("100/cwd"));
    plant("100/stat", "100 (postgres");
    assertThat(SampledServer.ofBackend(proc, 100, "alice", "shop"))
        .contains(SampledServer.of(Optional.empty()));
  }

  @Test
  void theDeviceOfItsDataIsListed() throws IOException {
    Path disks = Path.of("/proc/diskstats");
    assumeTrue(Files.isReadable(disks), "only Linux has this file");
    String device = SampledServer.of(Optional.of(Path.of(""))).device();
    assumeTrue(!device.startsWith("0:"), "the file system here has no device of its own");
    assertThat(DiskCounters.parse(Files.readString(disks)).values())
        .extracting(DiskCounters::number)
        .contains(device);
    assertThat(SampledServer.of(Optional.of(proc.resolve("none"))).device()).isNull();
    assertThat(SampledServer.of(Optional.empty()).device()).isNull();
  }
}
