package io.argosy.tpcd.oltp;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.report.Csv;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class OltpFiguresTest {
  @Test
  void everyServerHasARowAndARatioToEach() {
    Comparison comparison =
        new Comparison(
            new Workload(WorkloadKind.UPDATE, QueryMode.PREPARED),
            8,
            List.of(
                new ServerOutcome("one", List.of(measurement(1000)), Optional.empty()),
                new ServerOutcome("two", List.of(measurement(250)), Optional.empty()),
                new ServerOutcome("three", List.of(), Optional.of("26000 none, such"))));
    assertThat(
            Csv.of(
                    new OltpFigures(List.of("one", "two", "three", "four"), "the client")
                        .table(List.of(comparison)))
                .split("\r\n"))
        .containsExactly(
            "workload,clients,server,per_second,min,max,mean_ms,p95_ms,p99_ms,retries,client_us,"
                + "server_us,by_one,by_two,by_three,by_four,cannot",
            "update:prepared,8,one,\"1,000\",\"1,000\",\"1,000\",1,2,3,2,10,50,1,4,,,",
            "update:prepared,8,two,250,250,250,4,8,12,2,10,50,0.25,1,,,",
            "update:prepared,8,three,,,,,,,,,,,,,,\"26000 none, such\"");
  }

  private static Measurement measurement(double perSecond) {
    return new Measurement(
        5000,
        2,
        perSecond,
        new Measurement.Latency(1 / perSecond, 2 / perSecond, 3 / perSecond),
        10e-6,
        List.of(50e-6));
  }
}
