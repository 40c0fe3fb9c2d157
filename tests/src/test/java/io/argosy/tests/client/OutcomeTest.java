package io.argosy.tests.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Outcomes of commands as the page of applications says them. */
class OutcomeTest {
  private static final String REFUSAL = "psycopg.errors.FeatureNotSupported: not here\nHINT: there";

  @Test
  void whatWorksIsSaidOnceAndTogether() {
    List<Outcome> outcomes =
        Outcome.of(
            List.of(
                compared("run", "1 row", false),
                compared("look", "1 row", false),
                compared("test", REFUSAL, true),
                compared("run", "2 rows", false),
                compared("stop", "stopped", false)),
            command -> Optional.of(command.getFirst()).filter(name -> !name.equals("look")));

    assertThat(outcomes)
        .containsExactly(
            new Outcome("`run`, `stop`", "works"), new Outcome("`test`", "refused: not here"));
  }

  @Test
  void aFailureIsNoRefusal() {
    assertThatThrownBy(() -> Outcome.reason("psycopg.errors.UndefinedTable: no such table"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("not refused");
  }

  private static ComparedCommand compared(String command, String actual, boolean refused) {
    return new ComparedCommand(List.of(command), "expected", actual, refused);
  }
}
