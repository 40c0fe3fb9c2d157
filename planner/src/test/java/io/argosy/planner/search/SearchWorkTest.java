package io.argosy.planner.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.GoldenFile;
import io.argosy.planner.Plans;
import io.argosy.planner.TestCatalog;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.SearchSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How much the search does, counted, not timed. */
class SearchWorkTest {
  /** Counts the work of all searches for the plan of one statement. */
  private static SearchSummary work(String sql) {
    List<SearchSummary> searches = new ArrayList<>();
    Plans.of(
        sql,
        new TestCatalog("o_orderkey", "l_orderkey"),
        rough ->
            new Estimator() {
              @Override
              public Estimate of(String query) {
                return rough.of(query);
              }

              @Override
              public void searched(SearchSummary summary) {
                searches.add(summary);
              }
            });
    return new SearchSummary(
        List.of(),
        List.of(),
        searches.stream().mapToInt(SearchSummary::attempts).sum(),
        searches.stream().mapToInt(SearchSummary::bindings).sum(),
        searches.stream().mapToLong(SearchSummary::characters).sum());
  }

  private static String times(int count, String separator, String part) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(number -> part.replace("#", Integer.toString(number)))
        .collect(Collectors.joining(" " + separator + " "));
  }

  @Test
  void ofTheQueriesOfTpch() {
    List<SearchSummary> all =
        IntStream.rangeClosed(1, 22)
            .mapToObj(query -> GoldenFile.read(String.format(Locale.ROOT, "tpch/q%02d.sql", query)))
            .map(SearchWorkTest::work)
            .toList();
    // A tenth above what it is: who changes the search may change these, knowing by how much.
    assertThat(all.stream().mapToInt(SearchSummary::attempts).sum()).isBetween(900, 1_140);
    assertThat(all.stream().mapToInt(SearchSummary::bindings).sum()).isBetween(700, 860);
    assertThat(all.stream().mapToLong(SearchSummary::characters).sum()).isLessThan(345_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          select count(*) from customer where @ | and | \
              exists (select * from orders o# where o#.o_custkey = c_custkey and o#.o_shippriority = #)
          with t as (select l_partkey as k, sum(l_quantity) as q from lineitem group by l_partkey) \
              select count(*) from t, @ | , | (select t#.k as k# from t as t# where t#.q > #) as s#
          select count(*) from @            | , | \
              (select l_partkey, sum(l_quantity) from lineitem where l_linenumber = # group by 1) as g#
          @                                 | union all | \
              select l_partkey, sum(l_quantity) from lineitem where l_linenumber = # group by l_partkey
          select @                          | , | (select count(*) from lineitem where l_linenumber = #)
          """)
  void growsAsTheStatementDoes(String statement, String separator, String part) {
    int few = work(statement.replace("@", times(8, separator, part))).attempts();
    int many = work(statement.replace("@", times(16, separator, part))).attempts();
    assertThat(many).isLessThan(3 * few).isGreaterThan(few);
  }

  /** Copies of a definition that ask alike are answered once. */
  @Test
  void alikeCopiesAreAnsweredOnce() {
    String union =
        "with t as (select 'o' as s, o_custkey as k, sum(o_totalprice) as q from orders"
            + " group by o_custkey union all select 'l', l_partkey, sum(l_quantity) from lineitem"
            + " group by l_partkey) select count(*) from ";
    String alike = "(select q from t where s = 'l' and k < 9) as a#";
    // 920 if each is answered for itself.
    assertThat(work(union + times(6, ",", alike)).attempts()).isLessThan(700);
  }
}
