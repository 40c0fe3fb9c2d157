package io.argosy.coordinator.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.limit.Planning;
import io.argosy.coordinator.limit.PlanningPool;
import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import io.argosy.planner.facts.Relation;
import io.argosy.planner.facts.StatementFacts;
import io.argosy.planner.movement.Estimator.Estimate;
import io.argosy.planner.plan.Plan;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the planner is told about a statement. */
class AnalysisTest extends SessionTest {
  private static final Planning PLANNING =
      new Planning(PlanningPool.ofMachine(), () -> Duration.ZERO, () -> false);

  private NodeSession home;

  @BeforeEach
  void createTables() throws IOException, SQLException {
    run(
        "CREATE SCHEMA elsewhere",
        "CREATE TABLE elsewhere.parts (id integer PRIMARY KEY, name text UNIQUE, made date,"
            + " weight numeric, kind integer)",
        "CREATE INDEX ON elsewhere.parts (made, kind)",
        "CREATE INDEX ON elsewhere.parts (weight) WHERE kind = 1",
        "SELECT create_reference_table('elsewhere.parts')",
        "INSERT INTO elsewhere.parts SELECT i, 'part ' || i, date '1992-01-01' + i, i / 7.0, i"
            + " FROM generate_series(1, 1000) i",
        "CREATE TABLE orders (id bigint PRIMARY KEY, total numeric)",
        "SELECT create_distributed_table('orders', 'id')",
        "INSERT INTO orders SELECT i, i FROM generate_series(1, 3000) i",
        "ANALYZE elsewhere.parts",
        "ANALYZE orders");
    home = SharedCluster.session(0);
  }

  @AfterEach
  void dropTables() throws SQLException {
    home.close();
    run("DROP SCHEMA elsewhere CASCADE", "DROP TABLE orders");
  }

  private PlannedStatement analyse(String sql, PlanMaker planner) {
    StatementAnalyzer analyzer =
        new StatementAnalyzer(() -> 3, Map.of(), planner, new CardinalityFeedback());
    return analyzer.plan(
        home, sql, analyzer.describe(home, sql, new int[0]), Map.of(), Map.of(), PLANNING);
  }

  private StatementFacts facts(String sql) {
    List<StatementFacts> seen = new ArrayList<>();
    analyse(
        sql,
        (parsed, facts, estimator) -> {
          seen.add(facts);
          return new Plan.Route(new Plan.Target.HomeNode(), "");
        });
    return seen.getFirst();
  }

  /** The estimates for queries while a statement is analysed. */
  private List<Estimate> estimates(String sql, String... queries) {
    List<Estimate> estimates = new ArrayList<>();
    analyse(
        sql,
        (parsed, facts, estimator) -> {
          for (String query : queries) {
            estimates.add(estimator.of(query));
          }
          return new Plan.Route(new Plan.Target.HomeNode(), "");
        });
    return estimates;
  }

  private List<String> values(String sql) {
    return TextResult.run(home, sql).rows().stream().map(List::getFirst).toList();
  }

  @Test
  void columnsThatLeadAnIndexOfAReplicatedTableHaveTheirHistograms() {
    Relation parts = facts("SELECT * FROM elsewhere.parts").relations().getFirst();
    assertThat(parts.histograms())
        .extracting(Relation.Histogram::column)
        .containsExactly("id", "made");
    List<String> made = parts.histograms().get(1).bounds();
    assertThat(made).hasSizeGreaterThan(50).first().isEqualTo("'1992-01-02'::pg_catalog.date");
    assertThat(
            values(
                "SELECT count(*) FROM elsewhere.parts WHERE made < " + made.get(made.size() / 2)))
        .allSatisfy(count -> assertThat(Integer.parseInt(count)).isBetween(450, 550));
  }

  @Test
  void partitionedTablesHaveNoHistograms() {
    assertThat(facts("SELECT * FROM orders").relations().getFirst().histograms()).isEmpty();
  }

  @Test
  void histogramsReadBackUnderTheSessionsSettings() {
    TextResult.run(home, "SET DateStyle = 'SQL, DMY'");
    home.discardOnClose();
    Relation parts = facts("SELECT * FROM elsewhere.parts").relations().getFirst();
    assertThat(parts.histograms().get(1).bounds().getFirst())
        .isEqualTo("'02/01/1992'::pg_catalog.date");
    assertThat(values("SELECT to_char('02/01/1992'::pg_catalog.date, 'YYYY-MM-DD')"))
        .containsExactly("1992-01-02");
  }

  @Test
  void estimatesArePostgresqls() {
    List<Estimate> estimates =
        estimates(
            "SELECT count(*) FROM elsewhere.parts",
            "SELECT * FROM elsewhere.parts",
            "SELECT id FROM elsewhere.parts -- all");
    assertThat(estimates.get(0).rows()).isEqualTo(1000);
    assertThat(estimates.get(0).width()).isBetween(20.0, 40.0);
    assertThat(estimates.get(0).cost()).isGreaterThan(10);
    assertThat(estimates.get(1).rows()).isEqualTo(1000);
    assertThat(estimates.get(1).width()).isEqualTo(4);
  }

  @Test
  void estimatesRunUnderTheSessionsSearchPath() {
    TextResult.run(home, "SET search_path = elsewhere");
    home.discardOnClose();
    assertThat(estimates("SELECT * FROM parts", "SELECT * FROM parts").getFirst().rows())
        .isEqualTo(1000);
  }

  @Test
  void whatPostgresqlRefusesDoesNotSpoilTheAnalysis() {
    List<Estimate> estimates =
        estimates(
            "SELECT * FROM elsewhere.parts WHERE id = $1",
            "SELECT FROM WHERE",
            "SELECT nothing FROM elsewhere.parts WHERE id = $1",
            "SELECT * FROM elsewhere.parts WHERE id = $1",
            "SELECT * FROM elsewhere.parts WHERE id < $3 AND kind = $1");
    assertThat(estimates.get(0)).isEqualTo(estimates.get(1));
    assertThat(estimates.get(2).rows()).isEqualTo(1);
    assertThat(estimates.get(3).rows()).isLessThan(10);
    assertThat(values("SELECT name FROM pg_catalog.pg_prepared_statements")).isEmpty();
    assertThat(values("SELECT current_setting('plan_cache_mode')")).containsExactly("auto");
  }
}
