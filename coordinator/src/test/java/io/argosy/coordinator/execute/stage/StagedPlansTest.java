package io.argosy.coordinator.execute.stage;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.testing.PlannedCoordinator;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.coordinator.testing.Templates;
import io.argosy.planner.plan.Merge;
import io.argosy.planner.plan.Plan;
import io.argosy.planner.plan.SearchSummary;
import io.argosy.planner.plan.Share;
import io.argosy.planner.plan.Stage;
import io.argosy.planner.plan.Stage.Movement;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

/** Staged plans made by hand give what the last resort gives, and leave nothing behind. */
class StagedPlansTest {
  private static final PlannedCoordinator COORDINATOR = new PlannedCoordinator();

  private static final String JOIN =
      "SELECT c.name, o.id FROM orders o JOIN customers c ON c.id = o.customer"
          + " WHERE o.total < 300 ORDER BY 1, 2";
  private static final String SUM =
      "SELECT c.name, sum(o.total) AS sum FROM orders o JOIN customers c ON c.id = o.customer"
          + " GROUP BY c.name ORDER BY c.name";

  private Connection reference;
  private Connection staged;

  @BeforeEach
  void connect() throws IOException, SQLException {
    reference = SharedCluster.connect();
    SharedCluster.run(
        reference,
        "CREATE TABLE orders (id bigint PRIMARY KEY, customer integer, total numeric(10,2))",
        "CREATE TABLE customers (id integer PRIMARY KEY, name text)",
        "CREATE TABLE kinds (id integer PRIMARY KEY, name text, other integer)",
        "SELECT create_distributed_table('orders', 'id')",
        "SELECT create_distributed_table('customers', 'id', colocate_with => 'none')",
        "SELECT create_reference_table('kinds')",
        "INSERT INTO orders SELECT i, nullif(i % 50, 0), i / 4.0 FROM generate_series(1, 2000) i",
        "INSERT INTO customers SELECT i, 'customer ' || i FROM generate_series(1, 60) i",
        "INSERT INTO kinds SELECT i, 'kind ' || i, nullif(i % 7, 3)"
            + " FROM generate_series(1, 300) i");
    staged = COORDINATOR.connect();
  }

  @AfterEach
  void disconnect() throws IOException, SQLException {
    staged.close();
    nothingIsLeft();
    COORDINATOR.forget();
    SharedCluster.run(reference, "DROP TABLE IF EXISTS orders, customers, kinds, target");
    reference.close();
  }

  private static void nothingIsLeft() {
    await()
        .untilAsserted(
            () -> {
              assertThat(
                      SharedCluster.onNodes(
                          "SELECT relname FROM pg_class WHERE relpersistence = 't'"))
                  .allMatch(List::isEmpty);
              assertThat(
                      SharedCluster.onNodes(
                          "SELECT query FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
                              + " AND backend_type = 'client backend' AND state <> 'idle'"))
                  .allMatch(List::isEmpty);
            });
  }

  private static Stage stage(
      String table, String query, Stage.Source source, Movement movement, double rows) {
    return new Stage(
        table,
        Templates.of(query),
        source,
        movement,
        List.of(),
        List.of(),
        List.of(),
        rows,
        20,
        "rows to join");
  }

  private static Stage everywhere(String table, String query, Movement movement) {
    return stage(table, query, new Stage.Source.EveryNode(), movement, 100_000);
  }

  private static Plan.Staged plan(Plan.Last last, Stage... stages) {
    return new Plan.Staged(
        List.of(stages),
        last,
        List.of(),
        List.of(),
        "orders and customers are not colocated",
        List.of(
            new SearchSummary.Alternative("broadcast customers", 10),
            new SearchSummary.Alternative("repartition orders", 20)));
  }

  private static Plan.Last ordered(String fragment, String finish) {
    return new Plan.Last.Merged(Templates.of(fragment), new Merge.Finish(Templates.of(finish)));
  }

  private static Plan.Staged broadcastJoin() {
    return plan(
        ordered(
            "SELECT c.name, o.id FROM orders o JOIN pg_temp.moved c ON c.id = o.customer"
                + " WHERE o.total < 300",
            "SELECT * FROM pg_temp.argosy_partial ORDER BY 1, 2"),
        everywhere("moved", "SELECT id, name FROM customers", new Movement.Broadcast()));
  }

  private static Plan.Staged repartitionedSum() {
    return plan(
        ordered(
            "SELECT c.name, sum(o.total) AS sum FROM pg_temp.moved o JOIN customers c"
                + " ON c.id = o.customer GROUP BY c.name",
            "SELECT name, sum(sum) FROM pg_temp.argosy_partial GROUP BY name ORDER BY name"),
        new Stage(
            "moved",
            Templates.of("SELECT total, customer FROM orders"),
            new Stage.Source.EveryNode(),
            new Movement.Repartition(1, "integer"),
            List.of(List.of("customer")),
            List.of(),
            List.of("customer"),
            2000,
            10,
            "orders by customer"));
  }

  private void sameAnswer(String sql, Plan plan) throws SQLException {
    COORDINATOR.answer(sql, plan);
    assertThat(strategy(sql)).isEqualTo(plan instanceof Plan.Staged ? "STAGED" : "GATHER");
    List<String> expected = SharedCluster.rows(reference, sql);

    assertThat(SharedCluster.rows(staged, sql)).isEqualTo(expected);
  }

  private String strategy(String sql) throws SQLException {
    return SharedCluster.rows(staged, "EXPLAIN " + sql).getFirst().split(" ")[0];
  }

  @Test
  void rowsAreBroadcast() throws Exception {
    sameAnswer(JOIN, broadcastJoin());
  }

  @Test
  void rowsAreBroadcastToOthers() throws Exception {
    // What a node has of its own rows, and of those of the others.
    sameAnswer(
        "SELECT * FROM (VALUES ('home', true, true), ('others', false, true)) AS v(node, own,"
            + " full_count) ORDER BY node",
        plan(
            ordered(
                "SELECT CASE WHEN (SELECT self FROM argosy.nodes WHERE position = 0) THEN 'home'"
                    + " ELSE 'others' END AS node, count(c.id) > 0 AS own,"
                    + " count(*) + CASE WHEN count(c.id) = 0"
                    + " THEN (SELECT count(*) FROM customers) ELSE 0 END = 60 AS full_count"
                    + " FROM pg_temp.moved m LEFT JOIN customers c ON c.id = m.id",
                "SELECT DISTINCT node, own, full_count FROM pg_temp.argosy_partial ORDER BY node"),
            everywhere("moved", "SELECT id FROM customers", new Movement.BroadcastToOthers())));
  }

  @Test
  void fewRowsAreParametersOfWhatReadsThem() throws Exception {
    String values =
        "SELECT id, nullif(id % 2 = 0, id > 30) AS flag, nullif(id, 3)::smallint AS small,"
            + " id * 10000000000 AS big, nullif(id, 4) / 7.0 AS exact, (id / 3.0)::real AS short,"
            + " id / 3.0::double precision AS double, date '2020-01-01' + nullif(id, 5) AS day,"
            + " timestamp '2020-01-01' + id * interval '1 hour' AS moment,"
            + " timestamptz '2020-01-01 00:00+00' + id * interval '1 hour' AS instant"
            + " FROM customers WHERE id < ";
    String join = " v ON v.id = o.customer WHERE o.total < 300";
    for (int limit : List.of(100, 7, 0)) {
      sameAnswer(
          "SELECT o.id AS number, v.* FROM orders o JOIN ("
              + values
              + limit
              + ")"
              + join
              + " ORDER BY 1",
          plan(
              ordered(
                  "SELECT o.id AS number, v.* FROM orders o JOIN pg_temp.few" + join,
                  "SELECT * FROM pg_temp.argosy_partial ORDER BY number"),
              everywhere("few", values + limit, new Movement.Parameters(false))));
    }
  }

  @Test
  void parametersThatAreReadTwiceStandBehindTheStatementsOwn() throws Exception {
    String sql =
        "SELECT id FROM orders WHERE customer IN (SELECT id FROM customers WHERE id < 9)"
            + " AND id NOT IN (SELECT id FROM customers WHERE id < 9) AND total < 200 ORDER BY id";
    sameAnswer(
        sql,
        plan(
            ordered(
                "SELECT id FROM pg_temp.mine WHERE id NOT IN (SELECT id FROM pg_temp.few AS f)",
                "SELECT * FROM pg_temp.argosy_partial ORDER BY id"),
            everywhere(
                "few", "SELECT id FROM customers WHERE id < 9", new Movement.Parameters(false)),
            everywhere(
                "mine",
                "SELECT id FROM orders WHERE customer IN (SELECT few.id FROM pg_temp.few)"
                    + " AND total < 200",
                new Movement.Keep())));
  }

  @Test
  void rowsThatAreTooManyForParametersGetATable() throws Exception {
    assertThat(tablesMade("SELECT id FROM customers")).isEqualTo("0");
    String many = "SELECT id FROM customers CROSS JOIN generate_series(1, 700)";
    assertThat(tablesMade(many)).isEqualTo("3");
    staged.setAutoCommit(false);
    assertThat(tablesMade("SELECT id FROM customers -- again")).isEqualTo("0");
    SharedCluster.run(staged, "INSERT INTO customers VALUES (1001, 'new')");
    assertThat(rowsRead(many)).isEqualTo(Integer.toString(61 * 700));
    staged.rollback();
    staged.setAutoCommit(true);
  }

  /** On how many nodes there is a table for rows that were expected to be few. */
  private String tablesMade(String query) throws SQLException {
    return few(
        query,
        "SELECT count(*) FROM pg_class WHERE relname = 'few' AND 0 < (SELECT count(*) FROM"
            + " pg_temp.few)");
  }

  /** How many of the rows the home node has. */
  private String rowsRead(String query) throws SQLException {
    return few(
        query,
        "SELECT count(*) FROM pg_temp.few WHERE (SELECT self FROM argosy.nodes"
            + " WHERE position = 0)");
  }

  private String few(String query, String fragment) throws SQLException {
    String sql =
        "SELECT count(*) FROM orders WHERE id <> " + -Math.abs((query + fragment).hashCode());
    COORDINATOR.answer(
        sql,
        plan(
            ordered(fragment, "SELECT sum(count)::bigint AS count FROM pg_temp.argosy_partial"),
            everywhere("few", query, new Movement.Parameters(false))));
    return SharedCluster.rows(staged, sql).getFirst();
  }

  @Test
  void rowsAreRepartitionedAndThoseWithoutAKeyGoToTheHomeNode() throws Exception {
    sameAnswer(SUM, repartitionedSum());
    String all = "SELECT count(*) FROM orders WHERE customer IS NULL OR customer > 0";
    sameAnswer(
        all,
        plan(
            new Plan.Last.Merged(
                Templates.of(
                    "SELECT count(*) FROM pg_temp.moved WHERE customer > 0"
                        + " OR (SELECT self FROM argosy.nodes WHERE position = 0)"),
                new Merge.Finish(
                    Templates.of(
                        "SELECT sum(count)::bigint AS count FROM pg_temp.argosy_partial"))),
            everywhere(
                "moved",
                "SELECT customer FROM orders -- all",
                new Movement.Repartition(0, "integer"))));
  }

  @Test
  void rowsAreGathered() throws Exception {
    sameAnswer(
        "SELECT count(*), sum(total) FROM orders",
        plan(
            new Plan.Last.OneNode(
                Templates.of("SELECT sum(c)::bigint AS count, sum(t) FROM pg_temp.part"), true),
            everywhere(
                "part",
                "SELECT count(*) AS c, sum(total) AS t FROM orders",
                new Movement.Gather())));
  }

  @Test
  void rowsStayWhereTheyAreMade() throws Exception {
    sameAnswer(
        "SELECT id FROM orders WHERE total > 499 ORDER BY id",
        plan(
            ordered(
                "SELECT id FROM pg_temp.kept", "SELECT * FROM pg_temp.argosy_partial ORDER BY id"),
            everywhere("kept", "SELECT id FROM orders WHERE total > 499", new Movement.Keep())));
  }

  @Test
  void replicatedTablesAreReadByShares() throws Exception {
    String sql = "SELECT other, count(*), avg(id) FROM kinds GROUP BY other ORDER BY other";
    String finish =
        "SELECT other, sum(count)::bigint, sum(s) / sum(count) FROM pg_temp.argosy_partial"
            + " GROUP BY other ORDER BY other";
    String fragment =
        "SELECT other, count(*), sum(id)::numeric AS s FROM kinds WHERE @share(1)@ GROUP BY other";
    for (Share.Division division :
        List.of(
            new Share.Division.Slots("integer"),
            new Share.Division.Ranges(List.of("2", "'4'::integer")))) {
      sameAnswer(
          sql,
          new Plan.Staged(
              List.of(),
              ordered(fragment, finish),
              List.of(new Share("other", true, division)),
              List.of(),
              "only replicated tables are read",
              List.of()));
      staged.close();
      staged = COORDINATOR.connect();
    }
  }

  @Test
  void aStageFinishesPartialAggregatesOfAnother() throws Exception {
    sameAnswer(
        "SELECT name FROM customers WHERE id IN (SELECT customer FROM orders GROUP BY customer"
            + " HAVING sum(total) > 10100) ORDER BY name",
        plan(
            ordered(
                "SELECT name FROM customers WHERE id IN (SELECT customer FROM pg_temp.final)",
                "SELECT * FROM pg_temp.argosy_partial ORDER BY name"),
            everywhere(
                "partial",
                "SELECT customer, sum(total) AS s FROM orders GROUP BY customer",
                new Movement.Gather()),
            new Stage(
                "final",
                Templates.of(
                    "SELECT customer FROM pg_temp.partial GROUP BY customer"
                        + " HAVING sum(s)::@type(partial.s)@ > 10100"),
                new Stage.Source.HomeNode(),
                new Movement.Broadcast(),
                List.of(),
                List.of(),
                List.of(),
                10,
                4,
                "the customers")));
  }

  @Test
  void whatPostgresqlRejectsIsGathered() throws Exception {
    COORDINATOR.answer(
        JOIN,
        plan(
            ordered("SELECT nothing FROM pg_temp.moved", "SELECT 1"),
            everywhere("moved", "SELECT id, name FROM customers", new Movement.Broadcast())));
    assertThat(strategy(JOIN)).isEqualTo("GATHER");
    assertThat(SharedCluster.rows(staged, JOIN)).isEqualTo(SharedCluster.rows(reference, JOIN));
    COORDINATOR.answer(
        SUM,
        plan(
            ordered("SELECT 'a', 1.0", "TABLE pg_temp.argosy_partial"),
            everywhere("moved", "SELECT id FROM orders", new Movement.Repartition(0, "integer"))));
    assertThat(strategy(SUM)).isEqualTo("GATHER");
    String carved = "SELECT count(*) FROM kinds";
    COORDINATOR.answer(
        carved,
        plan(new Plan.Last.OneNode(Templates.of("SELECT count(*)::integer FROM kinds"), false)));
    assertThat(strategy(carved)).isEqualTo("ROUTE");
  }

  @Test
  void parametersReachEveryStep() throws Exception {
    String sql =
        "SELECT c.name, count(*) FROM orders o JOIN customers c ON c.id = o.customer"
            + " WHERE o.total < $1::numeric AND c.id < $2::integer GROUP BY c.name ORDER BY c.name";
    COORDINATOR.answer(
        sql,
        plan(
            ordered(
                "SELECT c.name, count(*) FROM orders o JOIN pg_temp.moved c ON c.id = o.customer"
                    + " WHERE o.total < $1 GROUP BY c.name",
                "SELECT name, sum(count)::bigint FROM pg_temp.argosy_partial"
                    + " GROUP BY name ORDER BY name"),
            everywhere(
                "moved",
                "SELECT id, name FROM customers WHERE id < $2",
                new Movement.Broadcast())));
    String jdbc = sql.replaceAll("\\$\\d", "?");
    List<List<String>> answers = new ArrayList<>();
    for (Connection connection : List.of(reference, staged)) {
      try (PreparedStatement statement = connection.prepareStatement(jdbc)) {
        for (int limit : List.of(100, 400)) {
          statement.setBigDecimal(1, java.math.BigDecimal.valueOf(limit));
          statement.setInt(2, 20);
          answers.add(rows(statement.executeQuery()));
        }
      }
    }
    assertThat(answers.get(2)).isNotEmpty().isEqualTo(answers.get(0));
    assertThat(answers.get(3)).isEqualTo(answers.get(1));
  }

  private static List<String> rows(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    while (result.next()) {
      rows.add(result.getString(1) + "|" + result.getString(2));
    }
    return rows;
  }

  @Test
  void aTransactionReadsItsOwnWritesAndKeepsNoTables() throws Exception {
    COORDINATOR.answer(JOIN, broadcastJoin());
    COORDINATOR.answer(SUM, repartitionedSum());
    staged.setAutoCommit(false);
    SharedCluster.run(
        staged,
        "INSERT INTO customers VALUES (1000, 'new')",
        "INSERT INTO orders VALUES (100000, 1000, 1.5)");
    assertThat(SharedCluster.rows(staged, JOIN)).contains("new|100000");
    assertThat(SharedCluster.rows(staged, JOIN)).contains("new|100000");
    assertThat(SharedCluster.rows(staged, SUM)).contains("new|1.50");
    assertThat(SharedCluster.rows(staged, "SELECT relname FROM pg_class WHERE relname = 'moved'"))
        .isEmpty();
    staged.rollback();
    assertThat(SharedCluster.rows(staged, JOIN)).doesNotContain("new|100000");
    staged.commit();
  }

  @Test
  void readOnlyTransactionsAndTemporaryTablesOfTheSessionDoNoHarm() throws Exception {
    COORDINATOR.answer(JOIN, broadcastJoin());
    List<String> expected = SharedCluster.rows(reference, JOIN);
    SharedCluster.run(staged, "BEGIN READ ONLY");
    assertThat(SharedCluster.rows(staged, JOIN)).isEqualTo(expected);
    SharedCluster.run(staged, "COMMIT", "CREATE TEMPORARY TABLE mine AS SELECT 1 AS one");
    assertThat(SharedCluster.rows(staged, JOIN)).isEqualTo(expected);
    assertThat(SharedCluster.rows(staged, "SELECT one FROM mine")).containsExactly("1");
  }

  @Test
  void anErrorInAStageNamesItsNodeAndLeavesTheSessionUsable() throws Exception {
    String sql = "SELECT c.name FROM customers c WHERE 1 / (id - 20) > 5";
    COORDINATOR.answer(
        sql,
        plan(
            new Plan.Last.Merged(
                Templates.of("SELECT name FROM pg_temp.moved"), new Merge.Concatenate()),
            everywhere(
                "moved",
                "SELECT name FROM customers WHERE 1 / (id - 20) > 5",
                new Movement.Repartition(0, "text"))));
    assertThatThrownBy(() -> SharedCluster.rows(staged, sql))
        .hasMessageContaining("division by zero")
        .hasMessageContaining("node");
    assertThat(SharedCluster.rows(staged, "SELECT 1")).containsExactly("1");
    SharedCluster.run(staged, "BEGIN", "SAVEPOINT mine");
    assertThatThrownBy(() -> SharedCluster.rows(staged, sql)).isInstanceOf(SQLException.class);
    assertThatThrownBy(() -> SharedCluster.rows(staged, "SELECT 1"))
        .hasMessageContaining("current transaction is aborted");
    SharedCluster.run(staged, "ROLLBACK TO mine");
    assertThat(SharedCluster.rows(staged, "SELECT count(*) FROM customers")).containsExactly("60");
    SharedCluster.run(staged, "COMMIT");
  }

  @Test
  void whatIsMovedIsLimited() throws Exception {
    COORDINATOR.answer(JOIN, broadcastJoin());
    SharedCluster.run(staged, "SET argosy.gather_limit = '500B'");
    assertThatThrownBy(() -> SharedCluster.rows(staged, JOIN))
        .hasMessageContaining("more than 500B")
        .extracting(e -> ((SQLException) e).getSQLState())
        .isEqualTo("54000");
  }

  @Test
  void aBroadcastThatIsMuchLargerThanEstimatedIsPlannedAgain() throws Exception {
    SharedCluster.run(
        reference, "UPDATE customers SET name = name || repeat('x', 3000000) WHERE id < 31");
    String sql =
        "SELECT o.id, length(c.name) FROM orders o JOIN customers c"
            + " ON c.id = o.customer WHERE o.id <= 120 ORDER BY 1";
    Stage wrong =
        stage(
            "moved",
            "SELECT id, name FROM customers",
            new Stage.Source.EveryNode(),
            new Movement.Broadcast(),
            10);
    Plan.Last last =
        ordered(
            "SELECT o.id, length(c.name) FROM orders o JOIN pg_temp.moved c ON c.id = o.customer"
                + " WHERE o.id <= 120",
            "SELECT * FROM pg_temp.argosy_partial ORDER BY 1");
    List<Double> estimates = new ArrayList<>();
    COORDINATOR.answer(
        sql,
        estimator -> {
          double rows = estimator.of(wrong.query().text()).rows();
          estimates.add(rows);
          return rows > 10_000
              ? plan(
                  ordered(
                      "SELECT o.id, length(c.name) FROM pg_temp.moved o JOIN customers c"
                          + " ON c.id = o.customer WHERE o.id <= 120",
                      "SELECT * FROM pg_temp.argosy_partial ORDER BY 1"),
                  stage(
                      "moved",
                      "SELECT id, customer FROM orders",
                      new Stage.Source.EveryNode(),
                      new Movement.Repartition(1, "integer"),
                      2000))
              : plan(last, wrong);
        });
    List<String> expected = SharedCluster.rows(reference, sql);
    // Another coordinator has made the tables, and a statement that meets that is planned anew.
    SharedCluster.rows(staged, "SELECT count(*) FROM customers");
    assertThat(SharedCluster.rows(staged, sql)).isEqualTo(expected);
    assertThat(estimates).hasSize(2);
    assertThat(SharedCluster.rows(staged, sql)).isEqualTo(expected);
    assertThat(estimates).hasSize(2);
    assertThat(SharedCluster.rows(staged, "EXPLAIN " + sql))
        .anyMatch(line -> line.contains("REPARTITION"));
    try (Connection another = COORDINATOR.connect()) {
      SharedCluster.run(another, "BEGIN", "INSERT INTO orders VALUES (0, 60, 0)");
      assertThat(SharedCluster.rows(another, sql)).hasSize(expected.size() + 1);
      // The transaction has its own plan, which what was learned makes the right one at once.
      assertThat(estimates).hasSize(3);
      SharedCluster.run(another, "ROLLBACK");
    }
  }

  @Test
  void clientsUseStagedPlansInEveryWay() throws Exception {
    COORDINATOR.answer(SUM, repartitionedSum());
    List<String> expected = SharedCluster.rows(reference, SUM);
    SharedCluster.run(staged, "BEGIN", "DECLARE c CURSOR FOR " + SUM);
    assertThat(SharedCluster.rows(staged, "FETCH 3 FROM c")).isEqualTo(expected.subList(0, 3));
    SharedCluster.run(staged, "COMMIT");
    try (Statement statement = staged.createStatement()) {
      staged.setAutoCommit(false);
      statement.setFetchSize(7);
      assertThat(rows(statement.executeQuery(SUM))).isEqualTo(expected);
      try (ResultSet suspended = statement.executeQuery(SUM)) {
        suspended.next();
        assertThat(SharedCluster.rows(staged, "SELECT count(*) FROM orders"))
            .containsExactly("2000");
        assertThat(SharedCluster.rows(staged, SUM)).isEqualTo(expected);
        suspended.next();
        assertThat(suspended.getString(1) + "|" + suspended.getString(2))
            .isEqualTo(expected.get(1));
      }
      staged.commit();
      staged.setAutoCommit(true);
    }
    SharedCluster.run(staged, "PREPARE p AS " + SUM);
    assertThat(SharedCluster.rows(staged, "EXECUTE p")).isEqualTo(expected);
    ByteArrayOutputStream copied = new ByteArrayOutputStream();
    staged.unwrap(PGConnection.class).getCopyAPI().copyOut("COPY (" + SUM + ") TO STDOUT", copied);
    assertThat(copied.toString(UTF_8).replace('\t', '|').lines().toList()).isEqualTo(expected);
    SharedCluster.run(
        reference,
        "CREATE TABLE target (name text PRIMARY KEY, total numeric)",
        "SELECT create_distributed_table('target', 'name')");
    SharedCluster.run(staged, "INSERT INTO target " + SUM);
    assertThat(SharedCluster.rows(staged, "SELECT * FROM target ORDER BY name"))
        .isEqualTo(expected);
    SharedCluster.run(staged, "DROP TABLE target", "CREATE TABLE target AS " + SUM);
    assertThat(SharedCluster.rows(staged, "SELECT * FROM target ORDER BY name"))
        .isEqualTo(expected);
  }

  @Test
  void explainTellsStagesAndWhatTheyCost() throws Exception {
    COORDINATOR.answer(SUM, repartitionedSum());
    List<String> plain = SharedCluster.rows(staged, "EXPLAIN " + SUM);
    assertThat(plain)
        .containsSubsequence(
            "STAGED on node1, node2, node3",
            "  Stage pg_temp.moved, orders by customer"
                + " (node1, node2, node3, REPARTITION (customer), rows=2000):",
            "    SELECT total, customer FROM orders",
            "  Fragment (node1, node2, node3):",
            "  Last step (node1):",
            "  Considered: broadcast customers (cost=10)",
            "  Considered: repartition orders (cost=20)");
    assertThat(SharedCluster.rows(staged, "EXPLAIN (ANALYZE) " + SUM))
        .anyMatch(line -> line.matches("    ->  node2: rows=\\d{3} bytes=[1-9].* time=.*"))
        .anyMatch(line -> line.matches("  ->  node2: rows=\\d{2} bytes=[1-9].*"))
        .contains("Rows: 49");
    assertThat(String.join("", SharedCluster.rows(staged, "EXPLAIN (ANALYZE, FORMAT JSON) " + SUM)))
        .contains("\"Movement\" : \"REPARTITION (customer)\"")
        .contains("\"Estimated Rows\" : 2000.0");
    assertThat(SharedCluster.rows(staged, "EXPLAIN VERBOSE " + SUM))
        .anyMatch(line -> line.contains("Seq Scan on public.orders"));
  }
}
