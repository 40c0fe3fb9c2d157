package io.argosy.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.bind.Aggregates;
import io.argosy.planner.bind.Binder;
import io.argosy.planner.bind.Query;
import io.argosy.planner.facts.Bundling;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.movement.Estimator;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.UnprovenException;
import io.argosy.sql.parse.ParsedStatement;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Statements in, whole plans out; a difference is reviewed as a difference of the golden file. */
class GoldenPlanTest {
  private static final String[] TWO_PART = {"o_orderkey", "l_orderkey"};
  private static final String[] ONE_PART = {"l_orderkey"};
  private static final String[] ALL_PART = {
    "o_orderkey", "l_orderkey", "c_custkey", "p_partkey", "ps_partkey", "s_suppkey"
  };

  static Plan plan(String sql, TestCatalog catalog) {
    return plan(sql, catalog, new RoughEstimator(catalog));
  }

  static Plan plan(String sql, TestCatalog catalog, Estimator estimator) {
    return plan(sql, catalog, columns(ParsedStatement.parse(sql), catalog, sql), estimator);
  }

  static Plan plan(String sql, TestCatalog catalog, List<String> columns) {
    return plan(sql, catalog, columns, new RoughEstimator(catalog));
  }

  private static Plan plan(
      String sql, TestCatalog catalog, List<String> columns, Estimator estimator) {
    List<String> parameters = List.of("bigint", "bigint", "bigint[]", "integer");
    int count = (int) sql.chars().filter(c -> c == '$').count();
    StatementFacts facts =
        catalog.facts(sql, columns, List.of(), parameters.subList(0, Math.min(count, 4)));
    return new Planner().plan(ParsedStatement.parse(sql), facts, estimator);
  }

  private static List<String> columns(
      Optional<ParsedStatement> parsed, TestCatalog catalog, String sql) {
    if (parsed.isEmpty()) {
      return List.of();
    }
    StatementFacts facts = catalog.facts(sql, List.of(), List.of(), List.of());
    try {
      Query query =
          Binder.bind(parsed.get().tree(), facts.relations(), new Aggregates(Set.of())).query();
      return query.outputs().stream().map(Query.Output::name).toList();
    } catch (UnprovenException e) {
      return List.of();
    }
  }

  private static String report(String sql, TestCatalog catalog) {
    return "-- "
        + sql.strip().replace("\n", "\n-- ")
        + "\n"
        + PlanText.of(plan(sql, catalog))
        + "\n";
  }

  private static String tpc(TestCatalog catalog) {
    StringBuilder report = new StringBuilder();
    for (int query = 1; query <= 22; query++) {
      report.append("== ").append(query).append('\n');
      report.append(report(query(query), catalog));
    }
    report.append("== tpcd 13\n");
    report.append(report(GoldenFile.read("tpch/tpcd13.sql"), catalog));
    return report.toString();
  }

  private static String query(int number) {
    return GoldenFile.read(String.format(Locale.ROOT, "tpch/q%02d.sql", number));
  }

  @Test
  void tpchWithOrdersAndLineitemPartitioned() {
    GoldenFile.assertMatches("golden/tpch-two-part.txt", tpc(new TestCatalog(TWO_PART)));
  }

  @Test
  void tpchWithLineitemPartitioned() {
    GoldenFile.assertMatches("golden/tpch-one-part.txt", tpc(new TestCatalog(ONE_PART)));
  }

  @Test
  void tpchWithAllButNationAndRegionPartitioned() {
    GoldenFile.assertMatches("golden/tpch-all-part.txt", tpc(new TestCatalog(ALL_PART)));
  }

  @Test
  void bundles() {
    StringBuilder report = new StringBuilder();
    for (int query : new int[] {3, 13, 15, 17}) {
      for (Bundling bundling : List.of(Bundling.NONE, Bundling.ALL)) {
        report.append("== ").append(query);
        report.append(bundling.equals(Bundling.NONE) ? " none\n" : " all\n");
        report.append(report(query(query), new TestCatalog(TWO_PART).with(bundling)));
      }
    }
    GoldenFile.assertMatches("golden/bundles.txt", report.toString());
  }

  @Test
  void nothingOfTpchIsGathered() {
    for (String[] placement : List.of(TWO_PART, ONE_PART, ALL_PART)) {
      assertThat(tpc(new TestCatalog(placement))).doesNotContain("\nGATHER");
    }
  }

  @Test
  void strategiesOfTpcd() {
    TestCatalog catalog = new TestCatalog(TWO_PART);
    TreeMap<String, String> strategies = new TreeMap<>();
    for (int query = 1; query <= 22; query++) {
      strategies.merge(
          plan(query(query), catalog).getClass().getSimpleName(),
          Integer.toString(query),
          (a, b) -> a + " " + b);
    }
    assertThat(strategies)
        .containsEntry("Pushdown", "1 3 4 5 6 7 8 9 10 12 14 18 21")
        .containsEntry("Staged", "2 11 13 15 16 17 19 20 22")
        .doesNotContainKey("Gather");
    assertThat(plan(GoldenFile.read("tpch/tpcd13.sql"), catalog)).isInstanceOf(Plan.Pushdown.class);
  }

  @Test
  void statements() {
    TestCatalog catalog =
        new TestCatalog(TWO_PART)
            .withView(
                "big_orders",
                "SELECT orders.o_orderkey, orders.o_custkey FROM public.orders"
                    + " WHERE (orders.o_totalprice > (100)::numeric)",
                "o_orderkey",
                "o_custkey")
            .withView(
                "stamped", "SELECT orders.o_orderkey, now() AS at FROM public.orders", "o", "at");
    StringBuilder report = new StringBuilder();
    for (String sql : GoldenFile.read("corpus/statements.sql").lines().toList()) {
      report.append(sql.startsWith("--") || sql.isBlank() ? sql + "\n" : report(sql, catalog));
    }
    GoldenFile.assertMatches("golden/statements.txt", report.toString());
  }
}
