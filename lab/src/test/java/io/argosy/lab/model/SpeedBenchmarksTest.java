package io.argosy.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.argosy.lab.testbed.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("what it measures needs the whole machine")
class SpeedBenchmarksTest {
  @TempDir private Path directory;

  @Test
  void everyPartHasASpeedAndNothingIsLeft() throws Exception {
    Speeds speeds = SpeedBenchmarks.measure(directory, 125e6, ProcessorShares.UNLIMITED);
    assertThat(
            List.of(
                speeds.disk(),
                speeds.memory(),
                speeds.diskTransfer(),
                speeds.copy(),
                speeds.send(),
                speeds.receive(),
                speeds.deviceServer(),
                speeds.deviceCache()))
        .allSatisfy(speed -> assertThat(speed).isBetween(1e6, 1e12));
    try (Stream<Path> left = Files.list(directory)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void theServerOfADeviceIsMeasuredWhereItCanBe() throws Exception {
    assumeTrue(
        Stream.of(Program.NBDKIT, Program.NBDFUSE, Program.FUSERMOUNT)
            .allMatch(program -> program.missing().isEmpty()));
    assumeTrue(Files.isWritable(Path.of("/dev/fuse")));
    assertThat(DeviceBenchmark.measure(directory, ProcessorShares.UNLIMITED)).isPresent();
    assertThat(directory).isEmptyDirectory();
  }
}
