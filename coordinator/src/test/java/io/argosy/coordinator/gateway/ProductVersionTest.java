package io.argosy.coordinator.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ProductVersionTest {
  @Test
  void isThatOfTheProject() {
    assertThat(ProductVersion.TEXT).matches("[0-9]+\\.[0-9]+\\.[0-9]+");
  }
}
