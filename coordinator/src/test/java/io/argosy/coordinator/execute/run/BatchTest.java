package io.argosy.coordinator.execute.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchTest {
  @Test
  void aBatchIsCutBetweenRows() {
    ImmediateExecution rows =
        new ImmediateExecution("SELECT 1", List.of(List.of("one"), List.of("three")));
    Execution.Batch first = rows.next();
    Execution.Batch second = rows.next();
    ByteBuffer both =
        ByteBuffer.allocate(first.messages().remaining() + second.messages().remaining())
            .put(first.messages().duplicate())
            .put(second.messages().duplicate())
            .flip();
    Execution.Batch batch = new Execution.Batch(both, 2);
    assertThat(batch.first(1).messages()).isEqualTo(first.messages());
    assertThat(batch.after(1).messages()).isEqualTo(second.messages());
    assertThat(batch.after(1).count()).isEqualTo(1);
    assertThat(batch.after(0).messages()).isEqualTo(both);
  }
}
