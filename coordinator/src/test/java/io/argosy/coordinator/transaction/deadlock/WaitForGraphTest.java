package io.argosy.coordinator.transaction.deadlock;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.transaction.deadlock.Party.Backend;
import io.argosy.coordinator.transaction.deadlock.Party.Transaction;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Transaction n has processes n and 100 + n on each of three nodes; processes from 10 on belong to
 * nobody.
 */
final class WaitForGraphTest {
  @Test
  void aChainIsNoDeadlock() {
    assertThat(victims(new Wait(0, 1, 2), new Wait(1, 2, 3), new Wait(1, 1, 3))).isEmpty();
  }

  @Test
  void theYoungerOfTwoThatWaitOnDifferentNodesEnds() {
    assertThat(victims(new Wait(0, 1, 2), new Wait(1, 2, 1))).containsExactly(2L);
    assertThat(cycle(2, new Wait(0, 1, 2), new Wait(1, 2, 1)).orElseThrow())
        .containsExactly(new Wait(1, 2, 1), new Wait(0, 1, 2));
  }

  @Test
  void aCycleOnOneNodeIsLeftToPostgres() {
    assertThat(victims(new Wait(0, 1, 2), new Wait(0, 2, 1))).isEmpty();
  }

  @Test
  void aCycleOnOneNodeThroughSeveralBackendsOfATransactionIsNot() {
    assertThat(victims(new Wait(0, 1, 2), new Wait(0, 2, 101))).containsExactly(2L);
    assertThat(victims(new Wait(0, 1, 102), new Wait(0, 2, 1))).containsExactly(2L);
    assertThat(victims(new Wait(0, 101, 2), new Wait(0, 2, 101))).isEmpty();
  }

  @Test
  void aTransactionCanWaitForItself() {
    assertThat(victims(new Wait(0, 101, 1))).containsExactly(1L);
    assertThat(victims(new Wait(0, 101, 10), new Wait(0, 10, 1))).containsExactly(1L);
  }

  @Test
  void whoWaitsForACycleIsNoPartOfIt() {
    assertThat(victims(new Wait(0, 4, 2), new Wait(1, 2, 3), new Wait(2, 3, 1), new Wait(0, 1, 2)))
        .containsExactly(3L);
  }

  @Test
  void oneOfSomebodyElseCanStandBetween() {
    assertThat(victims(new Wait(0, 1, 10), new Wait(0, 10, 2), new Wait(1, 2, 1)))
        .containsExactly(2L);
    assertThat(victims(new Wait(0, 1, 10), new Wait(1, 10, 2), new Wait(1, 2, 1)))
        .as("processes of two nodes")
        .isEmpty();
  }

  @Test
  void eachCycleHasItsOwnYoungest() {
    assertThat(
            victims(
                new Wait(0, 1, 2),
                new Wait(1, 2, 1),
                new Wait(0, 1, 3),
                new Wait(2, 3, 1),
                new Wait(1, 3, 4)))
        .containsExactly(2L, 3L);
  }

  private static List<Long> victims(Wait... waits) {
    return LongStream.rangeClosed(1, 4)
        .filter(number -> cycle(number, waits).isPresent())
        .boxed()
        .toList();
  }

  private static Optional<List<Wait>> cycle(long number, Wait... waits) {
    Map<Backend, Transaction> owners = new HashMap<>();
    for (int process = 1; process <= 4; process++) {
      for (int node = 0; node < 3; node++) {
        owners.put(new Backend(node, process), transaction(process));
        owners.put(new Backend(node, 100 + process), transaction(process));
      }
    }
    return new WaitForGraph(List.of(waits), owners).cycleOfYoungest(transaction(number));
  }

  private static Transaction transaction(long number) {
    return new Transaction(1000, 7, number);
  }
}
