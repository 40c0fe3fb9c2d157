package io.argosy.coordinator.session.transaction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class TransactionBlockTest {
  private final TransactionBlock block =
      new TransactionBlock("BEGIN", false, Map.of("work_mem", "4MB"));

  @Test
  void aNodeThatJoinsLateIsToldEverythingInOrder() {
    block.remember("SET LOCAL a.b = 1");
    block.savepoint("one", "SAVEPOINT one", Map.of());
    block.remember("SET LOCAL a.b = 2");
    assertThat(block.script())
        .containsExactly("BEGIN", "SET LOCAL a.b = 1", "SAVEPOINT one", "SET LOCAL a.b = 2");
  }

  @Test
  void rollingBackToASavepointForgetsWhatCameAfterIt() {
    block.savepoint("one", "SAVEPOINT one", Map.of("work_mem", "8MB"));
    block.remember("SET LOCAL a.b = 2");
    block.savepoint("two", "SAVEPOINT two", Map.of());
    block.markFailed();
    assertThat(block.rollbackTo("one")).containsEntry("work_mem", "8MB");
    assertThat(block.script()).containsExactly("BEGIN", "SAVEPOINT one");
    assertThat(block.failed()).isFalse();
    assertThat(block.hasSavepoint("two")).isFalse();
  }

  @Test
  void releasingKeepsWhatTheSavepointGuarded() {
    block.savepoint("one", "SAVEPOINT one", Map.of());
    block.remember("SET LOCAL a.b = 1");
    block.savepoint("two", "SAVEPOINT two", Map.of());
    block.remember("SET LOCAL a.b = 2");
    block.release("one");
    assertThat(block.script()).containsExactly("BEGIN", "SET LOCAL a.b = 1", "SET LOCAL a.b = 2");
    assertThat(block.hasSavepoint("one")).isFalse();
    assertThat(block.hasSavepoint("two")).isFalse();
  }

  @Test
  void theLatestOfSavepointsWithOneNameCounts() {
    block.savepoint("same", "SAVEPOINT same", Map.of("n", "1"));
    block.savepoint("same", "SAVEPOINT same", Map.of("n", "2"));
    assertThat(block.rollbackTo("same")).containsEntry("n", "2");
    block.release("same");
    assertThat(block.rollbackTo("same")).containsEntry("n", "1");
  }
}
