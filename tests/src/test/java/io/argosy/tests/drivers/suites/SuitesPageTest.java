package io.argosy.tests.drivers.suites;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuitesPageTest {
  private static final String MATRIX = "# Drivers\n\n| a | b |\n";

  @Test
  void keepsWhatIsToldOfOtherSuites() {
    String one = SuitesPage.with(MATRIX, "one", "| one | 1 |", List.of("- one, 2 tests: why"));
    String both = SuitesPage.with(one, "another", "| another | 2 |", List.of());
    assertThat(both).containsOnlyOnce("\n| --- |");
    assertThat(both).startsWith(MATRIX).contains("\n| another | 2 |\n| one | 1 |\n");
    assertThat(both).endsWith("\n- one, 2 tests: why\n");
    assertThat(SuitesPage.with(both, "another", "| another | 2 |", List.of())).isEqualTo(both);
  }

  @Test
  void keepsBothParts() {
    String page = SuitesPage.with(MATRIX, "one", "| one | 1 |", List.of());
    assertThat(SuitesPage.matrixIn(page)).isEqualTo(MATRIX);
    assertThat(SuitesPage.withMatrix(page, MATRIX)).isEqualTo(page);
    assertThat(SuitesPage.withMatrix(page, "# Others\n")).startsWith("# Others\n\n## The drivers'");
    assertThat(SuitesPage.withMatrix(MATRIX, "# Others\n")).isEqualTo("# Others\n");
  }
}
