package io.argosy.planner.movement.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.BoundStatement;
import io.argosy.planner.TestCatalog;
import io.argosy.planner.bind.Query;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImpliedConditionTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");

  /** What the first conjunct of WHERE says of the first table of FROM. */
  private static Optional<String> implied(String sql) {
    BoundStatement bound = BoundStatement.of(CATALOG, sql);
    Query.Select select = (Query.Select) bound.binding().query();
    return ImpliedCondition.of(bound.binding(), select.where().get(0), select.sources().get(0))
        .map(bound.statement()::text);
  }

  @Test
  void oneOfTheBranchesHolds() {
    assertThat(
            implied(
                "select 1 from part, lineitem where p_partkey = l_partkey and p_size = 1 and"
                    + " p_brand = 'a' and l_quantity < 5 or (p_size = 2 or l_quantity > 7 and"
                    + " p_size < 9) and p_partkey = l_partkey and p_brand = 'b'"))
        .hasValue("p_size = 1 AND p_brand = 'a' OR p_brand = 'b'");
  }

  @Test
  void branchesOfBranchesCount() {
    assertThat(
            implied(
                "select 1 from part, lineitem where p_size = 1 and l_quantity < 5 or (p_size = 2"
                    + " and l_quantity < 6 or p_size = 3)"))
        .hasValue("p_size = 1 OR p_size = 2 OR p_size = 3");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A branch lets every part pass.
        "select 1 from part, lineitem where p_size = 1 and l_quantity < 5 or l_quantity > 7",
        // The condition compares two tables.
        "select 1 from part, lineitem where p_size = 1 or p_size = l_quantity",
        // The whole of it is over one table, and a filter.
        "select 1 from part, lineitem where p_size = 1 or p_size = 2",
        // What a subquery says of a row is not known here.
        "select 1 from part, lineitem where p_size = 1 and l_quantity < 5 or p_size in (select"
            + " s_suppkey from supplier)",
        "select 1 from part, lineitem where p_size = 1 and l_quantity < 5",
      })
  void nothingIsImpliedOtherwise(String sql) {
    assertThat(implied(sql)).isEmpty();
  }
}
