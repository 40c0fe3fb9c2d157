package io.argosy.tpcd.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class ServerOutcomeTest {
  private static final Offset<Double> EXACT = Offset.offset(1e-9);

  private final ServerOutcome server = outcome("server", 100, 400, 90);
  private final ServerOutcome other = outcome("other", 50, 100, 60);

  private static ServerOutcome outcome(String name, double... speeds) {
    return new ServerOutcome(
        name,
        DoubleStream.of(speeds).mapToObj(ServerOutcomeTest::measurement).toList(),
        Optional.empty());
  }

  private static Measurement measurement(double perSecond) {
    return new Measurement(
        1000,
        2,
        perSecond,
        new Measurement.Latency(1 / perSecond, 2 / perSecond, 3 / perSecond),
        1e-5,
        List.of(1e-3 / perSecond));
  }

  @Test
  void medianCountsOverTheRounds() {
    assertThat(server.median(Measurement::perSecond)).hasValue(100);
    assertThat(server.least(Measurement::perSecond)).hasValue(90);
    assertThat(server.most(Measurement::perSecond)).hasValue(400);
    assertThat(server.retries()).isEqualTo(6);
    assertThat(server.serverSeconds().orElseThrow()).isEqualTo(1e-5, EXACT);
  }

  /** 2, 4 and 1.5, where the medians are 100 and 60. */
  @Test
  void speedsAreComparedWithinARound() {
    assertThat(server.speedBy(other).orElseThrow()).isEqualTo(2, EXACT);
    assertThat(other.speedBy(server).orElseThrow()).isEqualTo(0.5, EXACT);
    assertThat(server.speedBy(server).orElseThrow()).isEqualTo(1, EXACT);
  }

  @Test
  void whatFailedHasNoFigures() {
    ServerOutcome failed = new ServerOutcome("failed", List.of(), Optional.of("26000 no such"));
    assertThat(failed.median(Measurement::perSecond)).isEmpty();
    assertThat(failed.serverSeconds()).isEmpty();
    assertThat(failed.speedBy(server)).isEmpty();
    assertThat(server.speedBy(failed)).isEmpty();
  }
}
