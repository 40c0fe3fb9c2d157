package io.argosy.coordinator.statement.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/**
 * Tables that somebody has made on the nodes themselves. What Argosy answers about them is compared
 * with one PostgreSQL: the first node has all rows once more, in a schema of its own.
 */
class AttachTest extends SessionTest {
  private static final int NODES = 3;

  /** Where Argosy puts a row of a bigint key, for these tests in SQL of their own. */
  private static final String OWNER = "((hashint8extended(%s, 0) & 1023) * 3 / 1024)";

  private static final String CUSTOMERS =
      "CREATE TABLE customers (id bigint PRIMARY KEY, name text COLLATE \"C\" NOT NULL)";

  private static final String ORDERS =
      "CREATE TABLE orders (customer bigint REFERENCES customers, id serial, total numeric(10,2),"
          + " note text GENERATED ALWAYS AS ('order ' || customer) STORED,"
          + " PRIMARY KEY (customer, id))";

  private static final String CUSTOMER_ROWS =
      "SELECT i, 'customer ' || i FROM generate_series(1, 90) i";

  private static final String ORDER_ROWS =
      "SELECT i % 90 + 1, i, i * 1.25 FROM generate_series(1, 900) i";

  private static final List<String> QUERIES =
      List.of(
          "SELECT * FROM customers WHERE id = 42",
          "SELECT * FROM orders WHERE customer = 7 ORDER BY id",
          "SELECT count(*), sum(total), min(id), max(note) FROM orders",
          "SELECT name, count(*), sum(total) FROM customers c JOIN orders o ON o.customer = c.id"
              + " GROUP BY name ORDER BY name",
          "SELECT id % 10, avg(total) FROM orders GROUP BY 1 ORDER BY 1",
          "SELECT c.id FROM customers c WHERE NOT EXISTS"
              + " (SELECT FROM orders o WHERE o.customer = c.id AND o.total > 1100) ORDER BY 1");

  @BeforeEach
  void createSchemas() throws SQLException, IOException {
    onEach("CREATE SCHEMA existing");
    onNode(0, "CREATE SCHEMA plain");
    run("SET search_path = existing");
  }

  @AfterEach
  void dropSchemas() throws SQLException, IOException {
    run("DROP SCHEMA existing CASCADE");
    onNode(0, "DROP SCHEMA plain CASCADE");
  }

  private void onNode(int node, String... statements) throws SQLException, IOException {
    try (Connection direct = SharedCluster.connectTo(node, "postgres")) {
      SharedCluster.run(direct, statements);
    }
  }

  /** Runs statements on every node itself, in the schema; %d is the node. */
  private void onEach(String... statements) throws SQLException, IOException {
    for (int node = 0; node < NODES; node++) {
      try (Connection direct = SharedCluster.connectTo(node, "postgres")) {
        SharedCluster.run(direct, "SET search_path = existing");
        for (String sql : statements) {
          SharedCluster.run(direct, sql.replace("%d", Integer.toString(node)));
        }
      }
    }
  }

  /** The customers and orders that a rule of the user's puts on the nodes; all of them in plain. */
  private void shard(String customersBy, String ordersBy) throws SQLException, IOException {
    onEach(
        CUSTOMERS,
        ORDERS,
        "INSERT INTO customers SELECT * FROM ("
            + CUSTOMER_ROWS
            + ") AS c (id, name) WHERE "
            + customersBy
            + " = %d",
        "INSERT INTO orders SELECT * FROM ("
            + ORDER_ROWS
            + ") AS o (customer, id, total) WHERE "
            + ordersBy
            + " = %d");
    onNode(
        0,
        "SET search_path = plain",
        CUSTOMERS,
        ORDERS,
        "INSERT INTO customers " + CUSTOMER_ROWS,
        "INSERT INTO orders " + ORDER_ROWS);
  }

  private void assertEqualToOnePostgres() throws SQLException, IOException {
    try (Connection direct = SharedCluster.connectTo(0, "postgres")) {
      SharedCluster.run(direct, "SET search_path = plain");
      for (String query : QUERIES) {
        assertThat(rows(query)).as(query).isEqualTo(SharedCluster.rows(direct, query));
      }
    }
  }

  private void assertPlaced(String table, String key) throws SQLException, IOException {
    assertThat(
            SharedCluster.onNodes(
                "SELECT count(*) FROM existing.%s WHERE %s <> (SELECT position FROM argosy.nodes WHERE self)"
                    .formatted(table, OWNER.formatted(key))))
        .containsOnly(List.of("0"));
  }

  private static void assertRefused(
      String sqlState, ThrowingCallable statement, Consumer<ServerErrorMessage> requirements) {
    assertThatThrownBy(statement)
        .isInstanceOfSatisfying(
            PSQLException.class,
            e -> {
              assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(sqlState);
              requirements.accept(e.getServerErrorMessage());
            });
  }

  private void assertRefused(String sqlState, String sql, String... words) {
    assertRefused(sqlState, () -> run(sql), error -> assertThat(error.toString()).contains(words));
  }

  @Test
  void takesOverRowsThatAreWhereTheyBelong() throws SQLException, IOException {
    shard(OWNER.formatted("id"), OWNER.formatted("customer"));

    run(
        "SELECT attach_distributed_table('customers', 'id')",
        "SELECT attach_distributed_table('orders', 'customer', colocate_with => 'customers')");

    assertEqualToOnePostgres();
    assertThat(rows("EXPLAIN " + QUERIES.get(0)).getFirst()).startsWith("ROUTE");
    assertThat(rows("EXPLAIN " + QUERIES.get(3)).getFirst()).startsWith("PUSHDOWN");
    run("INSERT INTO customers VALUES (1000, 'new')");
    assertThat(rows("SELECT name FROM customers WHERE id = 1000")).containsExactly("new");
    assertPlaced("customers", "id");
    assertRefused("42P16", "SELECT attach_distributed_table('orders', 'customer')", "already");
  }

  @Test
  void countsRowsThatAreElsewhereAndMovesThem() throws SQLException, IOException {
    shard("id % 3", "customer % 3");

    assertRefused(
        "55000",
        () -> run("SELECT attach_distributed_table('orders', 'customer')"),
        error -> {
          assertThat(error.getMessage()).matches("[0-9]+ rows of table .* where the hash of .*");
          assertThat(error.getDetail()).contains("node1 has ").contains("node3 has ");
          assertThat(error.getHint()).contains("move => true");
        });
    assertThat(SharedCluster.onNodes("SELECT count(*) FROM existing.orders"))
        .containsOnly(List.of("300"));
    assertThat(
            SharedCluster.onNodes(
                "SELECT 'existing.orders'::regclass IN (SELECT relation FROM argosy.tables)"))
        .containsOnly(List.of("f"));
    assertRefused(
        "23503",
        "SELECT attach_distributed_table('customers', 'id', move => true)",
        "orders_customer_fkey",
        "in one transaction");

    run(
        "BEGIN",
        "ALTER TABLE orders DROP CONSTRAINT orders_customer_fkey",
        "SELECT attach_distributed_table('customers', 'id', move => true)",
        "SELECT attach_distributed_table('orders', 'customer', 'customers', true)",
        "ALTER TABLE orders ADD CONSTRAINT orders_customer_fkey FOREIGN KEY (customer)"
            + " REFERENCES customers",
        "COMMIT");

    assertEqualToOnePostgres();
    assertPlaced("customers", "id");
    assertPlaced("orders", "customer");
  }

  @Test
  void waitsForWritersThatWereThereBefore() throws Exception {
    onEach(CUSTOMERS);
    try (Connection writer = SharedCluster.connectTo(1, "postgres");
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      SharedCluster.run(
          writer,
          "BEGIN",
          "INSERT INTO existing.customers SELECT i, 'late' FROM generate_series(1, 10000) i WHERE "
              + OWNER.formatted("i::bigint")
              + " = 0 LIMIT 1");
      Future<?> attaching =
          executor.submit(
              () -> {
                run("SELECT attach_distributed_table('customers', 'id')");
                return null;
              });
      await()
          .until(
              () -> SharedCluster.onNode(1, "SELECT FROM pg_locks WHERE NOT granted").size() == 1);
      SharedCluster.run(writer, "COMMIT");

      assertThatThrownBy(attaching::get)
          .hasMessageContaining("1 rows of table")
          .hasMessageContaining("node2 has 0 of its own and 1 of others");
    }
  }

  @Test
  void losesNothingWhenAMoveFails() throws SQLException, IOException {
    onEach(CUSTOMERS, "INSERT INTO customers SELECT i, 'on %d' FROM generate_series(1, 30) i");

    assertRefused(
        "23505", "SELECT attach_distributed_table('customers', 'id', move => true)", "customers");

    assertThat(
            SharedCluster.onNodes("SELECT count(*), min(name), max(name) FROM existing.customers"))
        .containsExactly(List.of("30|on 0|on 0"), List.of("30|on 1|on 1"), List.of("30|on 2|on 2"));
    assertThat(SharedCluster.onNodes("SELECT gid FROM pg_prepared_xacts")).containsOnly(List.of());
  }

  @Test
  void movesInTheClientsTransaction() throws SQLException, IOException {
    onEach(CUSTOMERS, "INSERT INTO customers VALUES (%d, 'n')");

    run(
        "BEGIN",
        "SELECT attach_distributed_table('customers', 'id', move => true)",
        "INSERT INTO customers VALUES (10, 'n')");
    assertThat(rows("SELECT sum(id) FROM customers")).containsExactly("13");
    run("ROLLBACK");

    assertThat(SharedCluster.onNodes("SELECT id FROM existing.customers"))
        .containsExactly(List.of("0"), List.of("1"), List.of("2"));
    run("BEGIN ISOLATION LEVEL REPEATABLE READ");
    assertRefused("25001", "SELECT attach_distributed_table('customers', 'id')", "READ COMMITTED");
    run("ROLLBACK");
  }

  @Test
  void createDistributedTableMovesNothingEitherWhereThatWouldDoMore() throws SQLException {
    run(
        "CREATE TABLE parents (id int PRIMARY KEY)",
        "CREATE TABLE children (id int REFERENCES parents ON DELETE CASCADE)",
        "INSERT INTO parents SELECT generate_series(1, 30)",
        "INSERT INTO children SELECT generate_series(1, 30)");

    assertRefused("0A000", "SELECT create_distributed_table('parents', 'id')", "children_id_fkey");

    assertThat(rows("SELECT count(*) FROM children")).containsExactly("30");
  }

  @Test
  void movesNothingWhereThatWouldDoMore() throws SQLException, IOException {
    String move = "SELECT attach_distributed_table('customers', 'id', move => true)";
    onEach(
        CUSTOMERS,
        "INSERT INTO customers VALUES (%d, 'n')",
        "CREATE TABLE notes (customer bigint REFERENCES customers ON DELETE CASCADE)",
        "INSERT INTO notes VALUES (%d)");
    assertRefused("0A000", move, "notes_customer_fkey", "Drop the foreign key");
    onEach(
        "DROP TABLE notes",
        "CREATE FUNCTION ignore() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
        "CREATE TRIGGER ignore BEFORE DELETE ON customers FOR EACH ROW EXECUTE FUNCTION ignore()");
    assertRefused("0A000", move, "trigger ignore");
    onEach(
        "ALTER TABLE customers DISABLE TRIGGER ignore",
        "CREATE RULE forget AS ON INSERT TO customers DO INSTEAD NOTHING");
    assertRefused("0A000", move, "rule forget");
    onEach("DROP RULE forget ON customers");

    run(move);

    assertPlaced("customers", "id");
    assertThat(rows("SELECT count(*) FROM customers")).containsExactly("3");
  }

  @Test
  void takesOverEqualCopies() throws SQLException, IOException {
    onEach(
        "CREATE TABLE countries (code text PRIMARY KEY, area numeric, since timestamptz, x float8)",
        "INSERT INTO countries SELECT 'c' || i, i / 7.0, '2020-01-01 UTC', i / 3.0"
            + " FROM generate_series(1, 50) i ORDER BY (i * 7 + %d) % 50",
        "ALTER ROLE postgres SET TimeZone = 'Etc/GMT-%d'");
    try (Connection elsewhere = SharedCluster.connect()) {
      SharedCluster.run(elsewhere, "SELECT attach_reference_table('existing.countries')");
    } finally {
      onEach("ALTER ROLE postgres RESET TimeZone");
    }

    assertThat(rows("EXPLAIN SELECT * FROM countries WHERE code = 'c7'").getFirst())
        .startsWith("ROUTE");
    run("UPDATE countries SET area = 0 WHERE code = 'c7'");
    assertThat(SharedCluster.onNodes("SELECT count(*) FROM existing.countries WHERE area = 0"))
        .containsOnly(List.of("1"));
  }

  @Test
  void tellsWhichCopyDiffers() throws SQLException, IOException {
    onEach(
        "CREATE TABLE countries (code text, area numeric)",
        "INSERT INTO countries SELECT 'c' || i, i FROM generate_series(1, 5) i");
    String attach = "SELECT attach_reference_table('countries')";
    onNode(1, "UPDATE existing.countries SET area = 3.0 WHERE area = 3");
    onNode(2, "INSERT INTO existing.countries VALUES ('c1', 1)");
    assertRefused(
        "55000",
        () -> run(attach),
        error ->
            assertThat(error.getDetail())
                .contains(
                    "node1 has 5 rows; node2 has 5 rows, not the same ones; node3 has 6 rows"));
    onNode(1, "UPDATE existing.countries SET area = 3 WHERE area = 3");
    onNode(2, "DELETE FROM existing.countries WHERE code = 'c1' AND ctid <> '(0,1)'");

    run(attach);

    assertThat(rows("SELECT count(*) FROM countries")).containsExactly("5");
  }

  @Test
  void tellsWhatDefinitionsDifferIn() throws SQLException, IOException {
    onEach(
        "CREATE TYPE mood AS ENUM ('sad', 'glad')",
        "CREATE TABLE things (id bigint PRIMARY KEY, price numeric(10,2) DEFAULT 0, mood mood,"
            + " name text, CHECK (price >= 0))",
        "CREATE INDEX by_name ON things (name)");
    String attach = "SELECT attach_distributed_table('things', 'id')";
    onNode(
        1, "ALTER TABLE existing.things ALTER price TYPE numeric(12,2), ALTER price SET DEFAULT 1");
    onNode(1, "ALTER TABLE existing.things DROP CONSTRAINT things_price_check");
    onNode(
        2,
        "ALTER TYPE existing.mood ADD VALUE 'so so' BEFORE 'glad'",
        "ALTER TABLE existing.things ALTER name TYPE text COLLATE \"C\"",
        "DROP INDEX existing.by_name");

    assertRefused(
        "55000",
        () -> run(attach),
        error ->
            assertThat(error.getDetail().lines())
                .containsExactly(
                    "column price: 2: numeric(10,2) DEFAULT 0 on node1, 2: numeric(12,2) DEFAULT 1"
                        + " on node2",
                    "constraint things_price_check: CHECK ((price >= (0)::numeric)) on node1,"
                        + " missing on node2",
                    "column mood: 3: existing.mood of 'sad', 'glad' on node1, 3: existing.mood of"
                        + " 'sad', 'so so', 'glad' on node3",
                    "column name: 4: text on node1, 4: text COLLATE \"C\" on node3",
                    "index by_name: CREATE INDEX by_name ON existing.things USING btree (name) on"
                        + " node1, missing on node3"));
    onNode(1, "DROP TABLE existing.things");
    assertRefused("42P01", attach, "node node2 does not have table");
  }

  @Test
  void refusesWhatCreateDistributedTableRefuses() throws SQLException, IOException {
    onEach(
        "CREATE TABLE things (id bigint, other bigint UNIQUE, place point)",
        "INSERT INTO things VALUES (NULL, %d, '(1,1)')");
    assertRefused("0A000", "SELECT attach_distributed_table('things', 'id')", "things_other_key");
    onEach("ALTER TABLE things DROP CONSTRAINT things_other_key");
    assertRefused("0A000", "SELECT attach_distributed_table('things', 'place')", "point");
    assertRefused(
        "23502", "SELECT attach_distributed_table('things', 'id')", "contains null values");
    onEach("DELETE FROM things");
    run("SELECT attach_distributed_table('things', 'id')");
    assertRefused("23502", "INSERT INTO things VALUES (NULL, 1)", "id");
  }

  @Test
  void goesOnCountingWhereAnyNodeHasStopped() throws SQLException, IOException {
    onEach(
        "CREATE TABLE tickets (id bigint GENERATED BY DEFAULT AS IDENTITY"
            + " (START %d MINVALUE 0 INCREMENT 3) PRIMARY KEY, at date)",
        "INSERT INTO tickets (at) SELECT '2026-01-01' FROM generate_series(1, 10 * (%d + 1))");

    run(
        "SELECT attach_distributed_table('tickets', 'id', move => true)",
        "INSERT INTO tickets (at) SELECT '2026-01-02' FROM generate_series(1, 50)");

    assertThat(rows("SELECT count(*), count(DISTINCT id) FROM tickets")).containsExactly("110|110");
    assertPlaced("tickets", "id");
  }

  @Test
  void forgetsATableAndLeavesItsRows() throws SQLException, IOException {
    shard(OWNER.formatted("id"), OWNER.formatted("customer"));
    run(
        "SELECT attach_distributed_table('customers', 'id')",
        "SELECT attach_distributed_table('orders', 'customer')");
    List<List<String>> before = SharedCluster.onNodes("SELECT count(*) FROM existing.customers");

    run("SELECT detach_table('customers')");

    assertThat(SharedCluster.onNodes("SELECT count(*) FROM existing.customers")).isEqualTo(before);
    assertThat(rows("SELECT count(*) FROM customers")).isEqualTo(before.getFirst());
    assertRefused("42P16", "SELECT detach_table('customers')", "no placement");
    run("SELECT attach_distributed_table('customers', 'id', 'orders')");
    assertEqualToOnePostgres();
  }

  @Test
  void rowsOfOtherNodesAreNotOverlookedByCreateDistributedTable() throws SQLException, IOException {
    onEach("CREATE TABLE things (id bigint)", "INSERT INTO things VALUES (%d)");

    for (String call :
        List.of("create_distributed_table('things', 'id')", "create_reference_table('things')")) {
      assertRefused("55000", "SELECT " + call, "node2 already has rows", "attach_");
    }

    onNode(1, "TRUNCATE existing.things");
    onNode(2, "DROP TABLE existing.things");
    assertRefused(
        "42P01", "SELECT create_reference_table('things')", "node node3 does not have table");
  }

  @Test
  void isForTheOwner() throws SQLException, IOException {
    run("CREATE ROLE stranger LOGIN", "GRANT USAGE ON SCHEMA existing TO stranger");
    onEach(CUSTOMERS, "GRANT ALL ON customers TO stranger");
    try (Connection stranger =
        DriverManager.getConnection(SharedCluster.url() + "?user=stranger")) {
      for (String call :
          List.of(
              "attach_distributed_table('existing.customers', 'id')",
              "attach_reference_table('existing.customers')")) {
        assertRefused(
            "42501",
            () -> SharedCluster.run(stranger, "SELECT " + call),
            error -> assertThat(error.getMessage()).contains("must be owner"));
      }
      run("SELECT attach_distributed_table('customers', 'id')");
      assertRefused(
          "42501",
          () -> SharedCluster.run(stranger, "SELECT detach_table('existing.customers')"),
          error -> assertThat(error.getMessage()).contains("must be owner"));
    } finally {
      run("DROP OWNED BY stranger", "DROP ROLE stranger");
    }
  }
}
