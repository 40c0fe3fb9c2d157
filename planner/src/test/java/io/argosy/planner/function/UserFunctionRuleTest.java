package io.argosy.planner.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.TestCatalog;
import io.argosy.planner.facts.UserFunction;
import io.argosy.planner.facts.Volatility;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UserFunctionRuleTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey");

  private static boolean refused(Volatility volatility, boolean safe, String... reads) {
    var relations =
        reads.length == 0 ? null : List.of(reads).stream().map(CATALOG::relation).toList();
    UserFunction function = new UserFunction("public", "f", volatility, safe, relations);
    return UserFunctionRule.refusal(List.of(function), false).isPresent();
  }

  @Test
  void refusesWhatMayReadPartitionedRows() {
    assertThat(refused(Volatility.STABLE, false)).isTrue();
    assertThat(refused(Volatility.VOLATILE, false)).isTrue();
    assertThat(refused(Volatility.STABLE, false, "nation", "orders")).isTrue();
  }

  @Test
  void allowsWhatGivesTheSameOnEveryNode() {
    assertThat(refused(Volatility.IMMUTABLE, false)).isFalse();
    assertThat(refused(Volatility.VOLATILE, true)).isFalse();
    assertThat(refused(Volatility.STABLE, false, "nation", "region")).isFalse();
  }

  @Test
  void refusesWhatMayChangeSettingsWhateverIsSaidOfIt() {
    UserFunction function =
        new UserFunction(
            "public", "f", Volatility.IMMUTABLE, true, true, true, false, null, Set.of());
    assertThat(UserFunctionRule.refusal(List.of(function), true)).isPresent();
  }

  @Test
  void allowsAtHomeWhatStaysThere() {
    UserFunction function =
        new UserFunction(
            "public", "f", Volatility.VOLATILE, false, true, false, false, null, Set.of());
    assertThat(UserFunctionRule.refusal(List.of(function), true)).isEmpty();
    assertThat(UserFunctionRule.needsHomeNode(function, Map.of())).isTrue();
    assertThat(UserFunctionRule.refusal(List.of(function), false)).isPresent();
  }
}
