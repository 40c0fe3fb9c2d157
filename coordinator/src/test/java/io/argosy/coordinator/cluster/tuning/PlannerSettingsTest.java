package io.argosy.coordinator.cluster.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.node.Machine;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlannerSettingsTest {
  private static final long GIGABYTE = 1L << 30;
  private static final Optional<Machine> NO_AGENT = Optional.empty();

  private static Optional<Machine> machine(double randomPageReads) {
    return Optional.of(new Machine(16 * GIGABYTE, OptionalDouble.of(randomPageReads)));
  }

  private static Map<String, String> settings(
      long databaseBytes, Optional<Machine> machine, String... chosen) {
    return PlannerSettings.of(
        new NodeProfile(databaseBytes, GIGABYTE, 4 * GIGABYTE, Set.of(chosen), machine));
  }

  @Test
  void inMemoryAPageCostsNearlyTheSameWhereverItIs() {
    assertThat(settings(12 * GIGABYTE, machine(3)))
        .isEqualTo(Map.of("random_page_cost", "1.3", "effective_cache_size", "12288MB"));
    assertThat(settings(12 * GIGABYTE + 1, machine(3)))
        .isEqualTo(Map.of("random_page_cost", "3.0", "effective_cache_size", "12288MB"));
  }

  @ParameterizedTest
  @CsvSource({"0.3, 1.3", "1.3, 1.3", "1.36, 1.4", "3.99, 4.0", "4, 4.0", "80, 4.0"})
  void theMeasuredRatioHasBounds(double measured, String cost) {
    assertThat(settings(20 * GIGABYTE, machine(measured))).containsEntry("random_page_cost", cost);
  }

  @Test
  void whatIsNotKnownIsNotSaid() {
    Optional<Machine> diskUnknown = Optional.of(new Machine(16 * GIGABYTE, OptionalDouble.empty()));
    assertThat(settings(20 * GIGABYTE, diskUnknown)).containsOnlyKeys("effective_cache_size");
    assertThat(settings(20 * GIGABYTE, NO_AGENT)).isEmpty();
  }

  @Test
  void withoutAnAgentTheServerSaysWhatItHas() {
    assertThat(settings(GIGABYTE, NO_AGENT)).isEqualTo(Map.of("random_page_cost", "1.3"));
    assertThat(settings(2 * GIGABYTE, NO_AGENT)).isEmpty();
    assertThat(settings(2 * GIGABYTE, NO_AGENT, "effective_cache_size"))
        .isEqualTo(Map.of("random_page_cost", "1.3"));
  }

  @Test
  void whatTheAdministratorHasChosenStays() {
    assertThat(settings(GIGABYTE, machine(3), "random_page_cost"))
        .containsOnlyKeys("effective_cache_size");
    assertThat(settings(GIGABYTE, machine(3), "seq_page_cost"))
        .containsOnlyKeys("effective_cache_size");
    assertThat(settings(GIGABYTE, machine(3), "effective_cache_size"))
        .containsOnlyKeys("random_page_cost");
  }
}
