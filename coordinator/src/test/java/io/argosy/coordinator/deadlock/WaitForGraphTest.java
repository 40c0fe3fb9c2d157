package io.argosy.coordinator.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.deadlock.WaitForGraph.Edge;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class WaitForGraphTest {
  @Test
  void aChainIsNoDeadlock() {
    assertThat(graph(new Edge(1, 2, 0), new Edge(2, 3, 1), new Edge(1, 3, 1)).cycle()).isEmpty();
  }

  @Test
  void twoThatWaitOnDifferentNodesAreOne() {
    assertThat(graph(new Edge(1, 2, 0), new Edge(2, 1, 1)).cycle().orElseThrow()).hasSize(2);
  }

  @Test
  void aCycleOnOneNodeIsLeftToPostgres() {
    assertThat(graph(new Edge(1, 2, 0), new Edge(2, 1, 0)).cycle()).isEmpty();
  }

  @Test
  void whoWaitsForACycleIsNoPartOfIt() {
    assertThat(
            graph(new Edge(1, 2, 0), new Edge(2, 3, 1), new Edge(3, 4, 2), new Edge(4, 2, 0))
                .cycle()
                .orElseThrow())
        .extracting(Edge::waiter)
        .containsExactlyInAnyOrder(2L, 3L, 4L);
  }

  @Test
  void whatOnlyOneLookHasShownDoesNotCount() {
    WaitForGraph before = graph(new Edge(1, 2, 0), new Edge(2, 1, 1));
    assertThat(before.and(graph(new Edge(1, 2, 0))).cycle()).isEmpty();
    assertThat(before.and(before).cycle()).isPresent();
  }

  private static WaitForGraph graph(Edge... edges) {
    return new WaitForGraph(Set.of(edges));
  }
}
