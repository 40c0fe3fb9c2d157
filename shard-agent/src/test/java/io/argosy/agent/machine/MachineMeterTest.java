package io.argosy.agent.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class MachineMeterTest {
  /** Not the directory for temporary files, which may be in memory. */
  private static final Path TARGET = Path.of("target");

  @Test
  void theMemoryIsTheMachinesUnlessItIsSaid() {
    assertThat(MachineMeter.ofWholeMachine().measure().memoryBytes())
        .isEqualTo(MachineMeter.visibleMemory())
        .isGreaterThan(64L << 20);
    assertThat(new MachineMeter(OptionalLong.of(4711), Optional.empty()).measure().memoryBytes())
        .isEqualTo(4711);
  }

  @Test
  void pagesAreReadFromTheLargestFileInShortTime() throws IOException {
    Path data = Files.createTempDirectory(TARGET, "data");
    Path database = Files.createDirectories(data.resolve("base/16384"));
    Files.write(database.resolve("16385"), new byte[32 << 20]);
    Instant start = Instant.now();
    MachineMeter meter = new MachineMeter(OptionalLong.empty(), Optional.of(data));
    assertThat(meter.measure().randomPageReads().orElseThrow()).isPositive();
    assertThat(Duration.between(start, Instant.now())).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void whatCannotBeMeasuredIsLeftOut() throws IOException {
    Path data = Files.createTempDirectory(TARGET, "data");
    MachineMeter missing = new MachineMeter(OptionalLong.empty(), Optional.of(data));
    assertThat(missing.measure().randomPageReads()).isEmpty();
    Path database = Files.createDirectories(data.resolve("base/16384"));
    Files.write(database.resolve("16385"), new byte[1 << 20]);
    assertThat(missing.measure().randomPageReads()).isEmpty();
  }
}
