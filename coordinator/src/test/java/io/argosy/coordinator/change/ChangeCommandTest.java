package io.argosy.coordinator.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangeCommandTest {
  @Test
  void onlyGivesWayBeforeACopyAndNowhereElse() {
    assertThat(
            ChangeCommand.withoutOnly(
                "UPDATE ONLY pg_temp.copy_1 AS t SET a = 'ONLY pg_temp.copy_1 x'::text"
                    + " FROM ONLY pg_temp.copy_10 WHERE (t.b = \"ONLY pg_temp.copy_1 \")",
                Set.of("pg_temp.copy_1")))
        .isEqualTo(
            "UPDATE pg_temp.copy_1 AS t SET a = 'ONLY pg_temp.copy_1 x'::text"
                + " FROM ONLY pg_temp.copy_10 WHERE (t.b = \"ONLY pg_temp.copy_1 \")");
  }
}
