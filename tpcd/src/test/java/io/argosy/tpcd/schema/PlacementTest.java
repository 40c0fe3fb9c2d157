package io.argosy.tpcd.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class PlacementTest {
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void everyTableIsPlacedOnce(Placement placement) {
    assertThat(placement.declarations().stream().map(PlacementTest::table))
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(Table.values()).map(Table::sqlName).toList());
  }

  @Test
  void eachIsPartitionedAsItsNameSays() {
    assertThat(partitioned(Placement.ONE_PART)).containsExactly("lineitem");
    assertThat(partitioned(Placement.TWO_PART)).containsExactly("orders", "lineitem");
    assertThat(partitioned(Placement.ALL_PART))
        .containsExactly("orders", "lineitem", "part", "partsupp", "customer", "supplier");
    assertThat(Placement.NONE.declarations()).isEmpty();
    assertThat(Placement.NONE.declareReplicated("tpcd_load")).isEmpty();
  }

  private static List<String> partitioned(Placement placement) {
    return placement.declarations().stream()
        .filter(declaration -> declaration.contains("create_distributed_table"))
        .map(PlacementTest::table)
        .toList();
  }

  private static String table(String declaration) {
    return declaration.replaceAll("^[^']*'([a-z]+)'.*", "$1");
  }
}
