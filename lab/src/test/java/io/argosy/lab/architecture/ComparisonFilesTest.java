package io.argosy.lab.architecture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.argosy.lab.model.Delivery;
import io.argosy.lab.model.MeasuredRates;
import io.argosy.lab.model.ModelledArchitecture;
import io.argosy.lab.model.StreamQuery;
import io.argosy.lab.model.Work;
import io.argosy.lab.testbed.DataRate;
import io.argosy.lab.testbed.Throttles;
import io.argosy.tpcd.schema.Placement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the model needs of a comparison gets through its files. */
class ComparisonFilesTest {
  @TempDir private Path directory;

  @Test
  void theModelReadsWhatWasMeasured() throws Exception {
    ArchitectureOutcome outcome =
        new ArchitectureOutcome(
            Architectures.named("device").orElseThrow(),
            List.of(
                new RawReads.Throughput(256 << 10, new DataRate(90_000_000), 1, 2, 0),
                new RawReads.Throughput(4 << 10, new DataRate(80_000_000), 1, 2, 0)),
            List.of(
                new StreamCost(StreamQuery.MAXIMUM, 1_000_000_000, 20, 3, 4, 0.25),
                new StreamCost(StreamQuery.SORT, 1_000_000_000, 100, 5, 6, 0)),
            List.of());
    ComparisonFiles.write(
        directory,
        3,
        new Comparison.Workload(List.of(), 1, Placement.TWO_PART, Throttles.NONE, 1),
        List.of(outcome));

    MeasuredRates rates = MeasuredRates.read(directory.resolve("comparison.json"));

    assertThat(rates.of(ModelledArchitecture.DEVICE, Work.RAW)).hasValue(90_000_000);
    assertThat(rates.of(ModelledArchitecture.DEVICE, work(StreamQuery.MAXIMUM)))
        .hasValue(50_000_000);
    assertThat(rates.of(ModelledArchitecture.DEVICE, work(StreamQuery.SORT))).hasValue(10_000_000);
    assertThat(rates.of(ModelledArchitecture.LOCAL, Work.RAW)).isEmpty();
    assertThat(Files.readString(directory.resolve("comparison.html")))
        .contains("maximum", "sort", "50 MB/s");
  }

  private static Work work(StreamQuery query) {
    return new Work(query.toString(), 1, 1, Delivery.NOTHING);
  }

  @Test
  void theTimeOfARawReadIsThatOfTheReadAlone() throws Exception {
    assertThat(
            RawReads.secondsOf(
                "256+0 records in\n256+0 records out\n"
                    + "67108864 bytes (67 MB, 64 MiB) copied, 2.02714 s, 33.1 MB/s\n"))
        .isCloseTo(2.02714, within(1e-9));
    assertThat(RawReads.secondsOf("4096 bytes (4.1 kB, 4.0 KiB) copied, 8.5e-05 s, 48 MB/s"))
        .isCloseTo(8.5e-5, within(1e-9));
    assertThatThrownBy(() -> RawReads.secondsOf("dd: failed")).isInstanceOf(IOException.class);
  }
}
