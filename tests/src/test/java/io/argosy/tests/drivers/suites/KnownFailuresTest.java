package io.argosy.tests.drivers.suites;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Set;
import org.junit.jupiter.api.Test;

class KnownFailuresTest {
  private static final String LIST =
      """
      # A comment.

      Numbers differ.
        T first
        T second()
      It is refused.
        U #
      """;

  @Test
  void knowsTheReasonAboveAName() {
    KnownFailures known = KnownFailures.parse(LIST);

    assertThat(known.reason("T second()")).contains("Numbers differ.");
    assertThat(known.reason("U #")).contains("It is refused.");
    assertThat(known.reason("T")).isEmpty();
  }

  @Test
  void standsForAllRunsOfATest() {
    KnownFailures known = KnownFailures.parse(LIST);

    assertThat(known.reason("T #3 first #12")).contains("Numbers differ.");
    assertThat(known.unneeded(Set.of("T #1 first", "U #"))).containsExactly("T second()");
  }

  @Test
  void refusesNamesWithoutAReasonAndTwice() {
    assertThatThrownBy(() -> KnownFailures.parse("  T first"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> KnownFailures.parse("A\n  T first\nB\n  T first"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
