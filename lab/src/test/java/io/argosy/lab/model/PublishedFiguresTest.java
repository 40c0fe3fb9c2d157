package io.argosy.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The figures that Rauch and Stricker give for their cluster, in megabytes per second: sections 6.1
 * to 6.3 and table 3. The speed of receiving is not in the text for the file system's network
 * cards; 110 follows from its raw throughput of 72.2.
 */
class PublishedFiguresTest {
  private static final double DISK = 33;
  private static final double DISK_TRANSFER = 160;
  private static final double COPY = 210;
  private static final double RECEIVE = 60;
  private static final double RECEIVE_WITH_BETTER_CARDS = 110;
  private static final double QUERY_4_MEGABYTES = 11_583;

  private static final Speeds COPS =
      new Speeds(DISK, 125, 420, 1, DISK_TRANSFER, COPY, 100, RECEIVE, RECEIVE, COPY);
  private static final Work GOOD = Work.streaming("maximum", 140, Delivery.NOTHING);
  private static final Work BAD = Work.streaming("sort", 7.75, Delivery.NOTHING);
  private static final int NODES = 3;

  @Test
  void aFileServerIsLimitedByItsDiskAndThenByItsProcessor() {
    Constraint disk = Constraint.one("server", "disk", new Demand("read", 1, DISK));
    Constraint bus = Constraint.one("server", "bus", new Demand("read and send", 2, 264));
    Constraint memory = Constraint.one("server", "memory", new Demand("all streams", 6, 420));
    Constraint processor =
        Constraint.one(
            "server",
            "processor",
            new Demand("take from the disk", 1, DISK_TRANSFER),
            new Demand("copy", 2, COPY),
            new Demand("send", 1, 100));

    assertThat(processor.highestThroughput()).isCloseTo(38.9, within(0.15));
    assertThat(memory.highestThroughput()).isCloseTo(70, within(0.01));
    assertThat(bus.highestThroughput()).isCloseTo(132, within(0.01));
    assertThat(Prediction.under(List.of(processor, disk, bus, memory)).limit()).isEqualTo(disk);
    assertThat(Prediction.under(List.of(processor, bus, memory)).limit()).isEqualTo(processor);
  }

  @Test
  void aLocalDiskGives33And7() {
    Prediction good = ModelledArchitecture.LOCAL.predict(COPS, GOOD, NODES);
    Prediction bad = ModelledArchitecture.LOCAL.predict(COPS, BAD, NODES);

    assertThat(good.throughput()).isCloseTo(33, within(0.01));
    assertThat(good.limit().resource()).isEqualTo("disk");
    assertThat(bad.throughput()).isCloseTo(7.1, within(0.05));
    assertThat(bad.limit().resource()).isEqualTo("processor");
    assertThat(QUERY_4_MEGABYTES / good.throughput()).isCloseTo(351, within(1.0));
    assertThat(ModelledArchitecture.LOCAL.predict(COPS, Work.RAW, NODES).throughput())
        .isCloseTo(33, within(0.01));
  }

  @Test
  void aDistributedDeviceWithOneCopyOnTheClientGives47And35And7() {
    assertThat(throughput(RECEIVE, Work.RAW)).isCloseTo(46.7, within(0.05));
    assertThat(throughput(RECEIVE, GOOD)).isCloseTo(35.0, within(0.05));
    assertThat(throughput(RECEIVE, BAD)).isCloseTo(6.7, within(0.1));
    assertThat(QUERY_4_MEGABYTES / throughput(RECEIVE, GOOD)).isCloseTo(331, within(1.0));
  }

  @Test
  void aDistributedFileSystemWithBetterCardsGives72And48And7() {
    assertThat(throughput(RECEIVE_WITH_BETTER_CARDS, Work.RAW)).isCloseTo(72.2, within(0.1));
    assertThat(throughput(RECEIVE_WITH_BETTER_CARDS, GOOD)).isCloseTo(47.6, within(0.1));
    assertThat(throughput(RECEIVE_WITH_BETTER_CARDS, BAD)).isCloseTo(7.0, within(0.05));
    assertThat(QUERY_4_MEGABYTES / throughput(RECEIVE_WITH_BETTER_CARDS, GOOD))
        .isCloseTo(243, within(1.0));
  }

  @Test
  void shippedQueriesGive99And21OnThreeNodes() {
    Prediction good = ModelledArchitecture.ARGOSY.predict(COPS, GOOD, NODES);
    Prediction bad = ModelledArchitecture.ARGOSY.predict(COPS, BAD, NODES);

    assertThat(good.throughput()).isCloseTo(99, within(0.01));
    assertThat(bad.throughput()).isCloseTo(21, within(0.5));
    assertThat(QUERY_4_MEGABYTES / good.throughput()).isCloseTo(117, within(0.5));
  }

  /** The paper's client has an ideal stack with one copy, from the kernel to the database. */
  private static double throughput(double receive, Work work) {
    return Constraint.one(
            "client",
            "processor",
            new Demand("receive", 1, receive),
            new Demand("copy", 1, COPY),
            new Demand(work.name(), 1, work.speed()))
        .highestThroughput();
  }
}
