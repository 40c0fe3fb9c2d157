package io.argosy.coordinator.resource;

import static io.argosy.coordinator.resource.NodeRequest.Kind.STATEMENT;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ResourceReportTest {
  @Test
  void ofThousandsOfRequestsTheRestIsNotExplained() {
    RequestLedger ledger = new RequestLedger();
    int count = 10 * RequestLedger.KEPT;
    for (int i = 0; i < count; i++) {
      ledger.add(PlantedRequests.request("a", STATEMENT, 10 * i, 10 * i + 10));
    }
    ResourceReport report = ResourceReport.of(ledger, 0, 10L * count, 0);
    assertThat(report.time().total()).isEqualTo(10L * count);
    assertThat(report.time().explained()).isLessThan(0.2);
    assertThat(report.uses())
        .singleElement()
        .satisfies(use -> assertThat(use.use().requests()).isEqualTo(count));
    assertThat(report.bottleneck().orElseThrow().resource()).isEqualTo(Bottleneck.Resource.WAITING);
  }

  @Test
  void planningIsAPartOfAWholeStatement() {
    RequestLedger ledger = new RequestLedger();
    ledger.add(PlantedRequests.request("home", STATEMENT, 5, 20));
    ledger.add(PlantedRequests.request("a", STATEMENT, 30, 60));
    assertThat(ResourceReport.of(ledger, 30, 60, 0).time().of(TimeCause.PLANNING)).isEqualTo(30);
    ResourceReport execution = ResourceReport.ofExecution(ledger, 30, 60);
    assertThat(execution.time().of(TimeCause.PLANNING)).isZero();
    assertThat(execution.uses()).extracting(use -> use.use().node()).containsExactly("a");
  }
}
