package io.argosy.coordinator.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.protocol.message.PostgresException;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FragmentSettingsTest {
  private static final Map<String, String> SUITABLE =
      Map.of("random_page_cost", "1.3", "effective_cache_size", "1GB");

  private static Map<String, String> settings(String value, String... setBySession) {
    return FragmentSettings.parse(value).on(() -> SUITABLE, Set.of(setBySession)::contains);
  }

  @Test
  void autoIsWhatSuitsTheNodeAndTheSessionHasNotSet() {
    assertThat(settings("auto")).isEqualTo(SUITABLE);
    assertThat(settings("AUTO", "work_mem")).isEqualTo(SUITABLE);
    assertThat(settings("auto", "random_page_cost")).containsOnlyKeys("effective_cache_size");
    assertThat(settings("auto", "seq_page_cost")).containsOnlyKeys("effective_cache_size");
  }

  @Test
  void offIsNothing() {
    assertThat(settings("off")).isEmpty();
  }

  @Test
  void givenValuesAreTakenAsTheyAre() {
    assertThat(settings(" Random_Page_Cost = 2, work_mem=64MB,enable_hashjoin=off", "work_mem"))
        .isEqualTo(Map.of("random_page_cost", "2", "work_mem", "64MB", "enable_hashjoin", "off"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"on", "random_page_cost", "random_page_cost=", "timezone=UTC", "=1", ","})
  void anythingElseIsRefused(String value) {
    assertThatThrownBy(() -> FragmentSettings.parse(value))
        .isInstanceOfSatisfying(
            PostgresException.class, e -> assertThat(e.error().sqlState()).isEqualTo("22023"));
  }
}
