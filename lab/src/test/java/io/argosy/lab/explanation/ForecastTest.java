package io.argosy.lab.explanation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.argosy.lab.scaleout.Cores;
import io.argosy.lab.testbed.DataRate;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ForecastTest {
  private static final Hardware BASE = machines(3, 0.25, null);

  private static Hardware machines(int nodes, double cores, String disk) {
    return new Hardware(
        nodes, new Cores(cores, 0.5), Optional.ofNullable(disk).map(DataRate::parse));
  }

  private static PathPart part(PathPart.Extent extent, String step, Map<String, Double> causes) {
    return new PathPart(extent, step, causes, 0, 0);
  }

  private static PathPart onAllNodes(double processor, double waiting) {
    return part(
        PathPart.Extent.ALL_NODES,
        "",
        Map.of("processor", processor, "waiting for a processor", waiting));
  }

  private static Forecast forecast(PathPart part, Map<String, Double> fixed, Hardware to) {
    return Forecast.of(new QueryPath(List.of(part)), fixed, BASE, to, 1);
  }

  @Test
  void whatAllNodesDoIsDividedAmongMore() {
    PathPart part = onAllNodes(250.0, 750.0);
    assertThat(forecast(part, Map.of("", 0.0), machines(6, 0.25, null)).milliseconds())
        .isEqualTo(500);
    assertThat(forecast(part, Map.of("", 0.4), machines(6, 0.25, null)).milliseconds())
        .isCloseTo(700, within(1e-9));
    assertThat(forecast(part, Map.of("", 1.0), machines(6, 0.25, null)).milliseconds())
        .isEqualTo(1000);
  }

  @Test
  void whatOneNodeDoesIsNot() {
    PathPart part = part(PathPart.Extent.ONE_NODE, "", Map.of("processor", 100.0));
    assertThat(forecast(part, Map.of(), machines(6, 0.25, null)).milliseconds()).isEqualTo(100);
  }

  @Test
  void moreOfAProcessorShortensTheWaitForIt() {
    PathPart part = onAllNodes(250.0, 750.0);
    assertThat(forecast(part, Map.of(), machines(3, 0.5, null)).milliseconds())
        .isCloseTo(500, within(1e-9));
    assertThat(forecast(part, Map.of(), machines(3, 1, null)).milliseconds())
        .isCloseTo(250, within(1e-9));
  }

  @Test
  void whatElseRunsOnAMachineTakesAsMuchOfAFasterOne() {
    PathPart part = onAllNodes(200.0, 800.0);
    assertThat(forecast(part, Map.of(), machines(3, 0.5, null)).milliseconds())
        .isCloseTo(200 / 0.45, within(1e-9));
    assertThat(forecast(part, Map.of(), machines(6, 0.25, null)).milliseconds())
        .isCloseTo(500, within(1e-9));
    assertThat(forecast(part, Map.of(), machines(3, 0.01, null)).milliseconds())
        .isCloseTo(200 / 0.001, within(1e-6));
  }

  @Test
  void whatEndsBeforeItsMachineHasUsedUpItsShareHardlyWaits() {
    PathPart part = onAllNodes(10.0, 10.0);
    assertThat(forecast(part, Map.of(), machines(3, 0.25, null)).milliseconds()).isEqualTo(20);
    assertThat(forecast(part, Map.of(), machines(3, 0.5, null)).milliseconds()).isEqualTo(10);
    assertThat(forecast(part, Map.of(), machines(3, 0.1, null)).milliseconds())
        .isCloseTo(50, within(1e-9));
  }

  @Test
  void aQueryDoesNotRunFasterOnMoreThanOneProcessor() {
    PathPart part = onAllNodes(990.0, 10.0);
    QueryPath path = new QueryPath(List.of(part));
    Hardware two = machines(3, 2, null);
    assertThat(Forecast.of(path, Map.of(), two, machines(3, 4, null), 1).milliseconds())
        .isCloseTo(1000, within(1e-9));
    assertThat(Forecast.of(path, Map.of(), two, machines(3, 1, null), 1).milliseconds())
        .isCloseTo(1000, within(1e-9));
  }

  @Test
  void parallelWorkersWorkToo() {
    // Three processes were on a processor for 2 s of 10.
    PathPart part =
        new PathPart(
            PathPart.Extent.ALL_NODES,
            "",
            Map.of("processor", 600.0, "waiting for a processor", 9400.0),
            2000,
            0);
    assertThat(forecast(part, Map.of(), machines(3, 0.5, null)).milliseconds())
        .isCloseTo(2000 / 0.45, within(1e-9));
  }

  @Test
  void theSameWorkTakesLessOfAProcessorThatIsNotStoppedSoOften() {
    QueryPath path = new QueryPath(List.of(onAllNodes(200.0, 800.0)));
    assertThat(Forecast.of(path, Map.of(), BASE, machines(3, 0.5, null), 0.9).milliseconds())
        .isCloseTo(0.9 * 200 / 0.45, within(1e-9));
    assertThat(Forecast.of(path, Map.of(), BASE, machines(6, 0.25, null), 0.9).milliseconds())
        .isCloseTo(450, within(1e-9));
  }

  @Test
  void theCoordinatorsWaitDependsOnItsOwnProcessor() {
    PathPart part = part(PathPart.Extent.COORDINATOR, "", Map.of("coordinator", 80.0));
    assertThat(forecast(part, Map.of(), machines(3, 0.5, null)).milliseconds()).isEqualTo(80);
  }

  @Test
  void aFasterDiskTakesItsBytesInLessTimeButWhatWasDoneBesideStays() {
    Hardware slow = machines(3, 0.25, "10MB/s");
    Hardware fast = machines(3, 0.25, "20MB/s");
    // 15 MB take 1.5 s: for 1.3 s of that nothing else was done.
    PathPart part =
        new PathPart(
            PathPart.Extent.ALL_NODES,
            "",
            Map.of("disk", 1300.0, "processor", 200.0),
            0,
            15_000_000);
    QueryPath path = new QueryPath(List.of(part));
    assertThat(Forecast.of(path, Map.of(), slow, fast, 1).milliseconds())
        .isCloseTo(750, within(1e-9));
    assertThat(Forecast.of(path, Map.of(), slow, slow, 1).milliseconds())
        .isCloseTo(1500, within(1e-9));
  }

  @Test
  void theIntervalIsWiderWhereLessIsKnown() {
    PathPart part =
        part(
            PathPart.Extent.ALL_NODES,
            "argosy_stage_1",
            Map.of("processor", 250.0, "network and agent", 50.0));
    Forecast known = forecast(part, Map.of("argosy_stage_1", 0.0), machines(6, 0.25, null));
    Forecast unknown = forecast(part, Map.of(), machines(6, 0.25, null));
    assertThat(known.milliseconds()).isBetween(known.least(), known.most());
    assertThat(unknown.most()).isGreaterThan(known.most());
    assertThat(unknown.milliseconds()).isBetween(unknown.least(), unknown.most());
  }
}
