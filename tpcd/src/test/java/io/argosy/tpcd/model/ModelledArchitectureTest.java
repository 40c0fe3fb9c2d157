package io.argosy.tpcd.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ModelledArchitectureTest {
  private static final double LINK = 125;

  /** A processor and a memory that nothing exhausts. */
  private static final Speeds DISK_BOUND =
      new Speeds(33, LINK, 1e6, 1, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6);

  private static final Work SCAN = Work.streaming("scan", 1e6, Double.POSITIVE_INFINITY);

  @Test
  void devicesGiveTheRateOfAllDisksUntilTheClientsLinkIsFull() {
    assertThat(ModelledArchitecture.DEVICE.predict(DISK_BOUND, SCAN, 3).throughput())
        .isCloseTo(99, within(0.01));

    Prediction wide = ModelledArchitecture.DEVICE.predict(DISK_BOUND, SCAN, 8);

    assertThat(wide.throughput()).isCloseTo(LINK, within(0.01));
    assertThat(wide.limit().node()).isEqualTo("client");
    assertThat(wide.limit().resource()).isEqualTo("link");
  }

  @Test
  void shippedQueriesGoOnPastTheClientsLink() {
    assertThat(ModelledArchitecture.ARGOSY.predict(DISK_BOUND, SCAN, 8).throughput())
        .isCloseTo(8 * 33, within(0.01));
  }

  @Test
  void aResultThatIsNotSmallFillsTheClientsLinkInTheEnd() {
    Work sort = Work.streaming("sort", 1e6, 2);

    Prediction wide = ModelledArchitecture.ARGOSY.predict(DISK_BOUND, sort, 16);

    assertThat(wide.throughput()).isCloseTo(2 * LINK, within(0.01));
    assertThat(wide.limit().node()).isEqualTo("client");
  }

  @Test
  void oneRemoteDiskIsNeverFasterThanALocalOne() {
    assertThat(ModelledArchitecture.REMOTE.predict(DISK_BOUND, SCAN, 8).throughput())
        .isCloseTo(33, within(0.01));
  }

  @Test
  void memoryIsLimitedByTheLinkAlone() {
    assertThat(ModelledArchitecture.MEMORY.predict(DISK_BOUND, SCAN, 3).throughput())
        .isCloseTo(LINK, within(0.01));
  }

  @Test
  void fewerCoresMakeTheProcessorTheLimit() {
    Speeds slow = new Speeds(33, LINK, 1e6, 0.2, 160, 210, 100, 60, 60, 210);

    Prediction prediction = ModelledArchitecture.LOCAL.predict(slow, SCAN, 1);

    assertThat(prediction.limit().resource()).isEqualTo("processor");
    assertThat(prediction.throughput())
        .isCloseTo(0.2 / (1.0 / 160 + 1.0 / 210 + 1.0 / 1e6), within(0.01));
  }

  @Test
  void theServerOfTheDeviceLimitsASlowClient() {
    Speeds slow = new Speeds(33, LINK, 1e6, 0.2, 1e6, 1e6, 1e6, 1e6, 800, 1600);

    Prediction prediction = ModelledArchitecture.DEVICE.predict(slow, SCAN, 8);

    assertThat(prediction.limit().node()).isEqualTo("client");
    assertThat(prediction.limit().resource()).isEqualTo("processor");
    assertThat(prediction.throughput()).isCloseTo(0.2 / (1.0 / 800 + 1.0 / 1600), within(0.5));
    assertThat(ModelledArchitecture.ARGOSY.predict(slow, SCAN, 8).limit().resource())
        .isEqualTo("disk");
  }

  @Test
  void whatFollowsTheReadingTakesItsTimeAfterIt() {
    Work sort = new Work("sort", 1e6, 66, Double.POSITIVE_INFINITY);

    Prediction alone = ModelledArchitecture.LOCAL.predict(DISK_BOUND, sort, 3);
    Prediction together = ModelledArchitecture.ARGOSY.predict(DISK_BOUND, sort, 3);

    assertThat(alone.throughput()).isCloseTo(22, within(0.01));
    assertThat(alone.limit().resource()).isEqualTo("disk");
    assertThat(together.throughput()).isCloseTo(66, within(0.01));
    Prediction slow =
        ModelledArchitecture.LOCAL.predict(DISK_BOUND.scaled(1, 1, 1), sort.scaled(0.1), 3);
    assertThat(slow.limit().resource()).isEqualTo("processor");
  }
}
