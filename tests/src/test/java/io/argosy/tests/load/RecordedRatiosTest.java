package io.argosy.tests.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedRatiosTest {
  private static final ProcessorShare READ =
      new ProcessorShare("read", "agents", 61.25, 4.004, 1.5);
  private static final ProcessorShare UPDATE = with(2, 1.5);

  @TempDir private Path directory;

  @Test
  void whatIsRecordedIsComparedWith() throws IOException {
    Path file = directory.resolve("in").resolve("recorded.csv");
    RecordedRatios.record(file, List.of(READ, UPDATE), LocalDate.of(2026, 11, 30), "0.1, of tests");

    assertThat(Files.readAllLines(file))
        .containsExactly(
            "what,where,amount,ratio,recorded,version",
            "read,agents,61.3,4.00,2026-11-30,0.1 of tests",
            "update,agents,100.0,2.00,2026-11-30,0.1 of tests");
    RecordedRatios recorded = RecordedRatios.read(file);
    assertThat(recorded.complaints(List.of(READ, UPDATE))).isEmpty();
    assertThat(recorded.complaints(List.of(READ, with(2.99, 1.5)))).isEmpty();
    assertThat(recorded.complaints(List.of(READ, with(3.01, 1.5))))
        .containsExactly(
            "update,agents has the ratio 3.01, 2.00 was recorded and 1.50 times as much is"
                + " allowed");
    assertThat(recorded.complaints(List.of(READ, with(3.01, 3)))).isEmpty();
  }

  private static ProcessorShare with(double ratio, double bound) {
    return new ProcessorShare("update", "agents", 100, ratio, bound);
  }

  @Test
  void nothingIsLeftOut() throws IOException {
    Path file = directory.resolve("measured.csv");
    RecordedRatios.write(file, List.of(READ));

    RecordedRatios recorded = RecordedRatios.read(file);
    assertThat(recorded.complaints(List.of(UPDATE)))
        .containsExactly("update,agents was never recorded", "read,agents was not measured");
  }
}
