package io.argosy.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ModelledArchitectureTest {
  private static final double LINK = 125;

  /** A processor and a memory that nothing exhausts. */
  private static final Speeds DISK_BOUND =
      new Speeds(33, LINK, 1e6, 1, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6);

  private static final Work SCAN = Work.streaming("scan", 1e6, Delivery.NOTHING);

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
    Work filter = Work.streaming("filter", 1e6, new Delivery(2, 1e6, 1e6, 1e6));

    Prediction wide = ModelledArchitecture.ARGOSY.predict(DISK_BOUND, filter, 16);

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
    Work sort = new Work("sort", 1e6, 66, Delivery.NOTHING);

    Prediction alone = ModelledArchitecture.LOCAL.predict(DISK_BOUND, sort, 3);
    Prediction together = ModelledArchitecture.ARGOSY.predict(DISK_BOUND, sort, 3);

    assertThat(alone.throughput()).isCloseTo(22, within(0.01));
    assertThat(alone.limit().resource()).isEqualTo("disk");
    assertThat(together.throughput()).isCloseTo(66, within(0.01));
    Prediction slow =
        ModelledArchitecture.LOCAL.predict(DISK_BOUND.scaled(1, 1, 1), sort.scaled(0.1), 3);
    assertThat(slow.limit().resource()).isEqualTo("processor");
  }

  @Test
  void sortedRowsAreDeliveredWhenAllAreSorted() {
    Work sort = new Work("sort", 1e6, 66, new Delivery(10, 20, 30, 1e6));

    Prediction shipped = ModelledArchitecture.ARGOSY.predict(DISK_BOUND, sort, 3);

    // A third of the data on each node, of whose tenth a byte takes 1/20 + 1/30 to leave it.
    double delivering = (1.0 / 20 + 1.0 / 30) / 10 / 3;
    assertThat(shipped.throughput())
        .isCloseTo(1 / (1.0 / 99 + 1.0 / 198 + delivering), within(0.01));
    assertThat(shipped.limit().resource()).isEqualTo("disk");
    assertThat(ModelledArchitecture.LOCAL.predict(DISK_BOUND, sort, 3).throughput())
        .as("where the database is the client's own")
        .isCloseTo(22, within(0.01));
  }

  @Test
  void oneCoordinatorMergesForAllNodes() {
    Work sort = new Work("sort", 1e6, 1e6, new Delivery(10, 1e6, 1e6, 20));

    Prediction wide = ModelledArchitecture.ARGOSY.predict(DISK_BOUND, sort, 1000);

    assertThat(wide.throughput()).isCloseTo(200, within(5.0));
    assertThat(wide.limit().node()).isEqualTo("client");
    assertThat(wide.limit().resource()).isEqualTo("processor");
  }

  @Test
  void aStreamsRowsAreDeliveredWhileItIsRead() {
    Speeds slow = new Speeds(33, LINK, 1e6, 0.2, 1e6, 1e6, 1e6, 1e6, 1e6, 1e6);
    Work filter = Work.streaming("filter", 80, new Delivery(2, 50, 100, 1e6));

    Prediction shipped = ModelledArchitecture.ARGOSY.predict(slow, filter, 3);

    assertThat(shipped.throughput())
        .isCloseTo(3 * 0.2 / (1.0 / 80 + (1.0 / 50 + 1.0 / 100) / 2), within(0.01));
    assertThat(shipped.limit().demands())
        .extracting(Demand::step)
        .contains("filter", "put out", "agent");
  }

  @Test
  void fasterProcessorsDeliverFaster() {
    Work sort = new Work("sort", 80, 60, new Delivery(10, 5, 4, 3)).scaled(2);

    assertThat(sort.delivery()).isEqualTo(new Delivery(10, 10, 8, 6));
    assertThat(sort.afterwards()).isEqualTo(120);
  }
}
