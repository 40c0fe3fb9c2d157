package io.argosy.tpcd.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class QueryPlanTest {
  @Test
  void readsWhatArgosySays() {
    assertThat(
            QueryPlan.parse(
                """
                [{"Strategy": "PUSHDOWN", "Network Bytes": 1234, "Node Bytes": 5000000000}]\
                """))
        .isEqualTo(
            new QueryPlan(
                Optional.of("PUSHDOWN"),
                OptionalLong.of(1234),
                OptionalLong.of(5_000_000_000L),
                Optional.empty()));
    assertThat(QueryPlan.parse("{\"Strategy\": \"ROUTE\"}").strategy()).contains("ROUTE");
  }

  @Test
  void aFragmentIsKnownWhereAllNodesRunOne() {
    String fragment = "{\"Purpose\": \"Fragment\", \"SQL\": \"%s\"}";
    String plan = "[{\"Strategy\": \"%s\", \"Statements\": [%s]}]";
    assertThat(
            QueryPlan.parse(plan.formatted("PUSHDOWN", fragment.formatted("SELECT 1"))).fragment())
        .contains("SELECT 1");
    assertThat(
            QueryPlan.parse(plan.formatted("PUSHDOWN", fragment.formatted("SELECT $1"))).fragment())
        .isEmpty();
    assertThat(QueryPlan.parse(plan.formatted("GATHER", fragment.formatted("SELECT 1"))).fragment())
        .isEmpty();
  }

  @Test
  void thePlanOfPostgresSaysNothing() {
    assertThat(
            QueryPlan.parse(
                "[{\"Plan\": {\"Node Type\": \"Aggregate\", \"Strategy\": \"Plain\"}}]"))
        .isEqualTo(QueryPlan.UNKNOWN);
  }
}
