package io.argosy.coordinator.resource;

import static io.argosy.coordinator.resource.NodeRequest.Kind.STATEMENT;
import static io.argosy.coordinator.resource.PlantedRequests.request;
import static io.argosy.coordinator.resource.PlantedRequests.use;
import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.node.ResourceUse;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TimeSharesTest {
  private static TimeShares shares(long end, NodeRequest... requests) {
    return TimeShares.of(CriticalPath.of(List.of(requests), 0, end), 0, 0, 0);
  }

  private static String limit(TimeShares shares) {
    return Bottleneck.of(shares)
        .map(most -> most.resource() + " " + most.node().orElse("-"))
        .orElse("nothing");
  }

  @Test
  void eachCauseHasItsPart() {
    ResourceUse use = use(90, 30, 10, 15, 20, 5);
    TimeShares shares = shares(120, request("a", STATEMENT, 10, 110, use));
    assertThat(shares.of(TimeCause.USER)).isEqualTo(30);
    assertThat(shares.of(TimeCause.QUEUE)).isEqualTo(10);
    assertThat(shares.of(TimeCause.DISK)).isEqualTo(20);
    assertThat(shares.of(TimeCause.WORKERS)).isEqualTo(15);
    assertThat(shares.of(TimeCause.PEERS)).isEqualTo(5);
    assertThat(shares.of(TimeCause.OTHER)).isEqualTo(10);
    assertThat(shares.of(TimeCause.NETWORK)).isEqualTo(10);
    assertThat(shares.of(TimeCause.COORDINATOR)).isEqualTo(20);
    assertThat(shares.explained()).isEqualTo(1 - 10.0 / 120);
    assertThat(limit(shares)).isEqualTo("PROCESSOR a");
  }

  @Test
  void planningComesBeforeThePath() {
    TimeShares shares = TimeShares.of(CriticalPath.of(List.of(), 70, 100), 70, 0, 0);
    assertThat(shares.total()).isEqualTo(100);
    assertThat(shares.of(TimeCause.PLANNING)).isEqualTo(70);
    assertThat(limit(shares)).isEqualTo("PLANNING -");
  }

  @Test
  void whatTheClientDoesMeanwhileIsLeftOut() {
    ResourceUse use = use(100, 20, 0, 0, 0, 80);
    List<CriticalPath.Section> path =
        CriticalPath.of(List.of(request("a", STATEMENT, 0, 100, use)), 0, 110);
    TimeShares shares = TimeShares.of(path, 0, 0, 85);
    assertThat(shares.total()).isEqualTo(25);
    assertThat(shares.of(TimeCause.USER)).isEqualTo(20);
    assertThat(shares.of(TimeCause.PEERS)).isZero();
    assertThat(shares.byNode(TimeCause.PEERS).get("a")).isZero();
    assertThat(shares.of(TimeCause.COORDINATOR)).isEqualTo(5);
  }

  @Test
  void theNodeThatIsWaitedForIsNamed() {
    assertThat(
            limit(
                shares(
                    100,
                    request("a", STATEMENT, 0, 50, use(50, 5, 0, 0, 45, 0)),
                    request("b", STATEMENT, 0, 100, use(100, 20, 0, 0, 80, 0)))))
        .isEqualTo("DISK b");
    assertThat(limit(shares(0))).isEqualTo("nothing");
  }

  @Test
  void whatIsNotKnownIsNotExplained() {
    NodeRequest unknown = new NodeRequest("", "a", STATEMENT, 0, 80, 0, 0, Optional.empty());
    TimeShares shares = shares(100, unknown);
    assertThat(shares.of(TimeCause.OTHER)).isEqualTo(80);
    assertThat(shares.explained()).isBetween(0.19, 0.21);
    assertThat(limit(shares)).isEqualTo("WAITING a");
  }

  @Test
  void causesTogetherAreTheTimeWhateverIsMeasured() {
    Random random = new Random(5);
    for (int round = 0; round < 2000; round++) {
      long[] numbers = random.longs(6, 0, 2_000_000).toArray();
      ResourceUse use = use(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5]);
      TimeShares shares = shares(1_200_000, request("a", STATEMENT, 100_000, 1_100_000, use));
      long sum = Arrays.stream(TimeCause.values()).mapToLong(shares::of).sum();
      assertThat(sum).isBetween(1_199_990L, 1_200_010L);
    }
  }
}
