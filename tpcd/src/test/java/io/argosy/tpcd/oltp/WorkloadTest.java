package io.argosy.tpcd.oltp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  @Test
  void namesStandForOneOrSeveral() {
    assertThat(names("tpc-b-colocated")).containsExactly("tpc-b-colocated:prepared");
    assertThat(names("update:simple")).containsExactly("update:simple");
    assertThat(names("select"))
        .containsExactly("select:literal", "select:simple", "select:extended", "select:prepared");
    assertThat(names("batch:extended"))
        .containsExactly("batch-insert:extended", "batch-update:extended", "batch-select:extended");
  }

  private static List<String> names(String text) {
    return Workload.parse(text).stream().map(Workload::toString).toList();
  }

  @Test
  void mistakesNameTheChoices() {
    assertThatThrownBy(() -> Workload.parse("selects"))
        .hasMessageContaining("no workload selects (there are select, update, tpc-b, ")
        .hasMessageContaining("batch)");
    assertThatThrownBy(() -> Workload.parse("select:binary"))
        .hasMessage("no mode binary (there are literal, simple, extended, prepared)");
    assertThatThrownBy(() -> Workload.parse("select:"))
        .hasMessageStartingWith("no mode  (there are");
  }
}
