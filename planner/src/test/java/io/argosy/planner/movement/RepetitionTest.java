package io.argosy.planner.movement;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.BoundStatement;
import io.argosy.planner.TestCatalog;
import org.junit.jupiter.api.Test;

class RepetitionTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");
  private static final String SUPPLIERS =
      "select p_type, count(distinct ps_suppkey) from partsupp, part where p_partkey = ps_partkey"
          + " group by p_type";

  /**
   * @param different the groups that are expected for each hundred rows
   * @param values that each column has
   */
  private static boolean isFrequent(String sql, int different, double values) {
    BoundStatement bound = BoundStatement.of(CATALOG, sql);
    return new Repetition(
            bound.binding(),
            bound.aggregates(),
            query -> bound.statement().text(query).startsWith("SELECT DISTINCT ") ? different : 100,
            column -> values)
        .isFrequent();
  }

  @Test
  void rowsWithManyCombinationsOfValuesHardlyRepeat() {
    assertThat(isFrequent(SUPPLIERS, 100, 1e6)).isFalse();
  }

  @Test
  void fewerGroupsThanRowsRepeat() {
    assertThat(isFrequent(SUPPLIERS, 50, 1e6)).isTrue();
  }

  /** The rows may be many more than expected, and then there cannot be a group for each. */
  @Test
  void rowsOfFewCombinationsMayRepeat() {
    assertThat(isFrequent(SUPPLIERS, 100, 10)).isTrue();
  }

  @Test
  void nothingIsKnownOfExpressions() {
    assertThat(isFrequent(SUPPLIERS.replace("ps_suppkey)", "ps_suppkey + 1)"), 100, 1e6)).isTrue();
  }
}
