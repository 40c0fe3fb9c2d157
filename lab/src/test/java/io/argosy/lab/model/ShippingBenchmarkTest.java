package io.argosy.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.run.DataLoader;
import io.argosy.tpcd.run.ServerFailedException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Seven processes are started for it. */
@Tag("slow")
@Tag("long")
@Isolated("what it measures needs the whole machine")
class ShippingBenchmarkTest {
  private static final DataLoader LOADER =
      (url, scale, placement, label) -> {
        try {
          new Loader(url, scale, placement, LoadProgress.NONE).load();
        } catch (SQLException e) {
          throw new ServerFailedException(url, e);
        }
      };

  @TempDir private Path directory;

  @Test
  void rowsCostEveryKindOfProcessTime() throws Exception {
    Delivery delivery =
        new ShippingBenchmark(0.5, ProcessorShares.UNLIMITED)
            .measure(directory, PlainPostgres.SCALE, LOADER);

    // A row of the table has 150 bytes or so, and what is sent of it about 40.
    assertThat(delivery.compressionFactor()).isBetween(2.0, 10.0);
    assertThat(delivery.output()).isBetween(1e6, 1e10);
    assertThat(delivery.agent()).isBetween(1e6, 1e10);
    assertThat(delivery.coordinator()).isBetween(1e6, 1e10);
  }
}
