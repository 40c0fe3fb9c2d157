package io.argosy.coordinator.execute.stage;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.analysis.PlannedStatement.StageTable;
import io.argosy.planner.facts.ParameterTypes;
import io.argosy.sql.template.SqlTemplate;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ParameterRowsTest {
  static List<String> types() {
    return List.copyOf(ParameterTypes.NAMES);
  }

  @ParameterizedTest
  @MethodSource("types")
  void whatThePlannerCountsOnIsPossible(String type) {
    SqlTemplate query = SqlTemplate.of("");
    StageTable table = new StageTable("t", "", List.of("c"), List.of(type), query);
    assertThat(ParameterRows.arePossible(table)).isTrue();
  }
}
