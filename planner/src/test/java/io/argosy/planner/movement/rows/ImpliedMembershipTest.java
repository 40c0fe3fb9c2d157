package io.argosy.planner.movement.rows;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.BoundStatement;
import io.argosy.planner.TestCatalog;
import io.argosy.planner.bind.Binding;
import io.argosy.planner.bind.Query;
import io.argosy.planner.bind.Source;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImpliedMembershipTest {
  private static final TestCatalog CATALOG = new TestCatalog("o_orderkey", "l_orderkey");
  private static final String LOOKED_UP =
      "select 1 from lineitem, partsupp where l_partkey = ps_partkey and l_suppkey = ps_suppkey"
          + " and ";

  /** What the last conjunct of WHERE says of the first table, whose partners are in the second. */
  private static Optional<String> implied(String sql) {
    BoundStatement bound = BoundStatement.of(CATALOG, sql);
    Binding binding = bound.binding();
    Query.Select select = (Query.Select) binding.query();
    Source source = select.sources().get(0);
    Site.Block block = new Site.Block(select, Optional.empty(), true);
    return ImpliedMembership.of(
            binding,
            select.where().getLast(),
            Reduction.of(binding, source, block).partnersBySource().getFirst())
        .map(bound.statement()::text);
  }

  @Test
  void whatIsEqualIsAmongTheSame() {
    assertThat(
            implied(
                LOOKED_UP + "ps_partkey in (select p_partkey from part where p_name like 'a%')"))
        .hasValue("lineitem.l_partkey IN (SELECT p_partkey FROM part WHERE p_name LIKE 'a%')");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // Nothing has to be equal to that column.
        "ps_availqty in (select p_size from part)",
        // The partner itself is asked for.
        "ps_partkey in (select p_partkey from part where p_size < ps_availqty)",
        "ps_partkey not in (select p_partkey from part)",
        "ps_partkey + 1 in (select p_partkey from part)",
        // These are conditions on the table alone, which filter it.
        "ps_partkey in (1, 2)",
        "exists (select 1 from part where p_partkey = ps_partkey)",
      })
  void nothingIsImpliedOtherwise(String condition) {
    assertThat(implied(LOOKED_UP + condition)).isEmpty();
  }
}
