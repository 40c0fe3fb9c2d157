package io.argosy.tpcd.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class QueryResourcesTest {
  @Test
  void sharesAreOfAllCauses() {
    QueryResources used =
        QueryResources.parse(
            """
            [{"Strategy": "PUSHDOWN", "Execution Time": 41.5,
              "Causes": [{"Cause": "processor", "Time": 30}, {"Cause": "disk", "Time": 6},
                {"Cause": "not explained", "Time": 4}],
              "Explained Share": 0.9,
              "Limit": {"Resource": "processors", "Node": "node2", "Share": 0.75}}]
            """);
    assertThat(used.strategy()).isEqualTo("PUSHDOWN");
    assertThat(used.milliseconds()).isEqualTo(41.5);
    assertThat(used.share("processor", "parallel workers")).isCloseTo(0.75, within(1e-9));
    assertThat(used.share("not explained")).isCloseTo(0.1, within(1e-9));
    assertThat(used.explained()).isEqualTo(0.9);
    assertThat(used.limit()).isEqualTo("processors of node2");
  }

  @Test
  void nothingIsKnownOfNothing() {
    QueryResources used = QueryResources.parse("[{}]");
    assertThat(used.share("processor")).isZero();
    assertThat(used.limit()).isEmpty();
    assertThatIllegalArgumentException().isThrownBy(() -> QueryResources.parse("no"));
  }
}
