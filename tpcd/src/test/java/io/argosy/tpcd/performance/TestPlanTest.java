package io.argosy.tpcd.performance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.tpcd.query.QuerySet;
import org.junit.jupiter.api.Test;

class TestPlanTest {
  @Test
  void thePowerTestHasUpdatesBeforeAndAfterItsQueries() {
    TestPlan plan = plan(TestKind.POWER, QuerySet.TPCD, 1, 4);
    assertThat(plan.steps()).hasSize(19);
    assertThat(plan.steps().getFirst().id()).isEqualTo("uf1-set-4");
    assertThat(plan.steps().get(1).id()).isEqualTo("stream-0-query-14");
    assertThat(plan.steps().getLast().id()).isEqualTo("uf2-set-4");
    assertThat(plan(TestKind.POWER, QuerySet.TPCH, 1, 4).steps()).hasSize(24);
  }

  @Test
  void everyStreamOfTheThroughputTestHasItsPairOfUpdatesAndItsValues() {
    TestPlan plan = plan(TestKind.THROUGHPUT, QuerySet.TPCH, 3, 7);
    assertThat(plan.updateStream().stream().map(Step::id))
        .containsExactly(
            "uf1-set-7", "uf2-set-7", "uf1-set-8", "uf2-set-8", "uf1-set-9", "uf2-set-9");
    assertThat(plan.steps()).hasSize(3 * 22 + 6).doesNotHaveDuplicates();
    assertThat(
            plan.queryStreams().stream()
                .map(
                    stream ->
                        stream.stream()
                            .filter(step -> step.query().number() == 16)
                            .map(plan::sql)
                            .findFirst())
                .distinct())
        .hasSize(3);
  }

  @Test
  void whatCannotBeIsRefused() {
    assertThatThrownBy(() -> plan(TestKind.POWER, QuerySet.TPCD, 2, 1))
        .hasMessageContaining("1 to 1 streams");
    assertThatThrownBy(() -> plan(TestKind.THROUGHPUT, QuerySet.TPCD, 0, 1))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> plan(TestKind.THROUGHPUT, QuerySet.TPCD, 3, 2999))
        .hasMessageContaining("not 3001");
  }

  private static TestPlan plan(TestKind kind, QuerySet set, int streams, int firstUpdateSet) {
    return new TestPlan(kind, set, 0.01, streams, 1, firstUpdateSet, 100);
  }
}
