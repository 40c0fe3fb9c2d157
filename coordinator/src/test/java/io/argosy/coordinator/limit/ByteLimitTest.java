package io.argosy.coordinator.limit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ByteLimitTest {
  @Test
  void whatIsMovedAddsUp() {
    ByteLimit limit = new ByteLimit("1 kB");
    limit.add(1000);
    limit.add(24);
    assertThatThrownBy(() -> limit.add(1)).hasMessageContaining("more than 1 kB");
  }

  @Test
  void zeroIsNoLimit() {
    assertThatCode(() -> new ByteLimit("0").add(Long.MAX_VALUE / 2)).doesNotThrowAnyException();
  }

  @Test
  void onlySizesAreAccepted() {
    assertThatThrownBy(() -> new ByteLimit("plenty")).hasMessageContaining("argosy.gather_limit");
    assertThatThrownBy(() -> new ByteLimit("5 parsecs")).hasMessageContaining("invalid value");
  }
}
