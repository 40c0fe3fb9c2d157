package io.argosy.tests.definitions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.postgresql.util.PSQLException;

/**
 * A table that is partitioned by time, distributed by tenant or with a copy on every node: what is
 * asked of it, what changes it and what is done to its partitions, on three nodes and on one
 * PostgreSQL. Each case gives the same rows, tags or SQLSTATEs and leaves the same rows in each
 * partition, or is refused where this says so and changes nothing.
 */
class PartitionedTablesTest extends BothServers {
  private static final String SCHEMA = "shards";

  private static final String ROWS =
      "INSERT INTO sales SELECT g % 10, date '2024-01-01' + g % 90, g % 13, g, 'row ' || g"
          + " FROM generate_series(1, 400) g ON CONFLICT DO NOTHING";

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE tenants (tenant int PRIMARY KEY, name text)",
          "INSERT INTO tenants SELECT g, 'tenant ' || g FROM generate_series(0, 9) g",
          "CREATE TABLE sales (tenant int NOT NULL, day date NOT NULL, number int NOT NULL, amount"
              + " numeric(8, 2) CONSTRAINT positive CHECK (amount >= 0), note text DEFAULT 'none',"
              + " PRIMARY KEY (tenant, day, number)) PARTITION BY RANGE (day)",
          "CREATE TABLE sales_1 PARTITION OF sales FOR VALUES FROM ('2024-01-01') TO"
              + " ('2024-02-01')",
          // Its columns have other numbers.
          "CREATE TABLE sales_2 (dropped int, note text, number int NOT NULL, amount numeric(8, 2),"
              + " day date NOT NULL, tenant int NOT NULL)",
          "ALTER TABLE sales_2 DROP COLUMN dropped, ADD CONSTRAINT positive CHECK (amount >= 0),"
              + " ALTER COLUMN note SET DEFAULT 'none'",
          "ALTER TABLE sales ATTACH PARTITION sales_2 FOR VALUES FROM ('2024-02-01') TO"
              + " ('2024-03-01')",
          "CREATE TABLE sales_3 PARTITION OF sales FOR VALUES FROM ('2024-03-01') TO ('2024-04-01')"
              + " PARTITION BY LIST (number)",
          "CREATE TABLE sales_3_rest PARTITION OF sales_3 DEFAULT",
          "CREATE TABLE sales_3_7 PARTITION OF sales_3 FOR VALUES IN (7)",
          "CREATE INDEX ON sales (day)",
          ROWS,
          "CREATE TABLE later (tenant int NOT NULL, day date NOT NULL, number int NOT NULL, amount"
              + " numeric(8, 2) CONSTRAINT positive CHECK (amount >= 0), note text DEFAULT 'none',"
              + " PRIMARY KEY (tenant, day, number))",
          "INSERT INTO later SELECT g, '2024-04-05', 1, g, 'later' FROM generate_series(0, 9) g");

  private enum Placement {
    DISTRIBUTED(
        "SELECT create_reference_table('tenants')",
        "SELECT create_distributed_table('sales', 'tenant')"),
    REPLICATED(
        "SELECT create_reference_table('tenants')", "SELECT create_reference_table('sales')"),
    LOCAL();

    private final List<String> calls;

    Placement(String... calls) {
      this.calls = List.of(calls);
    }
  }

  /** Statements behind each other, and where the last one is refused. */
  private record Case(String sql, List<Placement> refused) {
    private static Case same(String... sql) {
      return new Case(String.join("; ", sql), List.of());
    }

    private static Case refusedIfDistributed(String... sql) {
      return new Case(String.join("; ", sql), List.of(Placement.DISTRIBUTED));
    }

    private static Case refusedIfPlaced(String... sql) {
      return new Case(String.join("; ", sql), List.of(Placement.DISTRIBUTED, Placement.REPLICATED));
    }
  }

  private static final List<Case> CASES =
      List.of(
          Case.same("SELECT count(*), sum(amount) FROM sales"),
          Case.same("SELECT tenant, count(*), avg(amount) FROM sales GROUP BY tenant ORDER BY 1"),
          Case.same("SELECT note FROM sales WHERE tenant = 3 AND day = '2024-02-13' ORDER BY 1"),
          Case.same("SELECT day, sum(amount) FROM sales GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT 5"),
          Case.same(
              "SELECT name, sum(amount) FROM sales JOIN tenants USING (tenant) WHERE day <"
                  + " '2024-02-01' GROUP BY 1 ORDER BY 1"),
          Case.same(
              "SELECT count(*) FROM sales a JOIN sales b ON a.number = b.number AND a.day = b.day +"
                  + " 1"),
          Case.same("SELECT count(*), min(note) FROM sales_2"),
          Case.same("SELECT count(*) FROM sales_3 s JOIN sales_1 t USING (tenant, number)"),
          Case.same("SELECT day, rank() OVER (ORDER BY amount) FROM sales ORDER BY 2, 1 LIMIT 7"),
          Case.same(
              "SELECT tenant, day FROM sales WHERE amount > (SELECT avg(amount) FROM sales_1) ORDER"
                  + " BY 1, 2, number LIMIT 9"),
          Case.refusedIfDistributed(
              "SELECT tableoid::regclass, amount FROM sales WHERE tenant = 4 ORDER BY 2"),
          Case.refusedIfDistributed(
              "SELECT tableoid::regclass, count(*) FROM sales GROUP BY 1 ORDER BY 1"),
          Case.refusedIfDistributed("SELECT count(*) FROM ONLY sales"),
          Case.same("SELECT count(*) FROM ONLY sales_1"),
          Case.same(
              "UPDATE ONLY sales a SET note = b.note FROM sales b WHERE a.number = 4 AND b.number ="
                  + " 5 AND b.tenant = 5"),
          Case.same("SELECT s FROM sales s WHERE tenant = 2 AND number = 2 ORDER BY day"),
          Case.same(
              "BEGIN",
              "SELECT number FROM sales WHERE tenant = 1 ORDER BY day, number LIMIT 2 FOR UPDATE"
                  + " SKIP LOCKED",
              "COMMIT"),
          Case.same("INSERT INTO sales VALUES (3, '2024-01-05', 99, 5) RETURNING *"),
          Case.same(
              "INSERT INTO sales (tenant, day, number, amount) VALUES (1, '2024-01-05', 98, 5), (2,"
                  + " '2024-02-05', 98, 6), (3, '2024-03-05', 7, 7), (4, '2024-03-05', 98, 7)"),
          Case.same("INSERT INTO sales VALUES (3, '2025-01-05', 99, 5)"),
          Case.same("INSERT INTO sales VALUES (3, '2024-01-05', 99, -5)"),
          Case.same("INSERT INTO sales_2 (tenant, day, number) VALUES (3, '2024-02-05', 99)"),
          Case.same("INSERT INTO sales_2 (tenant, day, number) VALUES (3, '2024-03-05', 99)"),
          Case.same("INSERT INTO sales SELECT tenant, day, number + 100, amount FROM sales"),
          Case.same("INSERT INTO sales SELECT number, day, tenant + 100, amount FROM sales"),
          Case.same(
              "INSERT INTO sales SELECT tenant, day, number, 1, 'again' FROM sales ON CONFLICT"
                  + " (tenant, day, number) DO UPDATE SET note = excluded.note"),
          Case.same(
              "INSERT INTO sales VALUES (1, '2024-01-02', 1, 1), (1, '2024-01-05', 77, 2) ON"
                  + " CONFLICT DO NOTHING"),
          Case.same("UPDATE sales SET amount = amount + 1 WHERE tenant = 5"),
          Case.same("UPDATE sales SET amount = amount + 1 WHERE day < '2024-02-10'"),
          Case.same("UPDATE sales SET day = day + 30 WHERE day < '2024-02-10'"),
          Case.same("UPDATE sales SET day = day + 300 WHERE day < '2024-02-10'"),
          Case.same("UPDATE sales SET number = 7, day = day + 1 WHERE tenant = 5 AND number = 5"),
          Case.same("UPDATE sales SET tenant = 11 WHERE number = 4"),
          Case.same("UPDATE sales SET tenant = tenant + 1, day = '2024-03-30' WHERE number = 7"),
          Case.same("UPDATE sales_3 SET amount = 0"),
          Case.same(
              "UPDATE sales SET note = name FROM tenants t WHERE t.tenant = sales.tenant AND"
                  + " name LIKE '%3'"),
          Case.same(
              "UPDATE sales a SET note = b.note FROM sales b WHERE a.number = 4 AND b.number = 5"
                  + " AND b.tenant = 5 AND b.day = (SELECT min(day) FROM sales WHERE tenant = 5 AND"
                  + " number = 5)"),
          Case.same(
              "UPDATE sales SET note = 'most' WHERE amount > (SELECT avg(amount) FROM sales)"),
          Case.same("DELETE FROM sales WHERE tenant = 5 AND day > '2024-02-01'"),
          Case.same("DELETE FROM sales WHERE amount < 50"),
          Case.same(
              "DELETE FROM sales WHERE (tenant, day, number) IN (SELECT tenant, day, number FROM"
                  + " sales ORDER BY amount DESC, tenant, day, number LIMIT 20)"),
          Case.same(
              "MERGE INTO sales s USING tenants t ON s.tenant = t.tenant AND s.number = 3 WHEN"
                  + " MATCHED AND t.tenant > 4 THEN DELETE WHEN MATCHED THEN UPDATE SET day ="
                  + " '2024-03-01' WHEN NOT MATCHED THEN INSERT VALUES (t.tenant, '2024-03-09', 3,"
                  + " 1)"),
          Case.same("TRUNCATE sales_2"),
          Case.same("TRUNCATE sales"),
          Case.same(
              "ALTER TABLE sales ADD COLUMN extra int DEFAULT 3", "SELECT sum(extra) FROM sales"),
          Case.refusedIfPlaced("ALTER TABLE sales ADD COLUMN extra serial"),
          Case.same("ALTER TABLE sales ALTER COLUMN amount TYPE numeric(10, 1)"),
          Case.same("ALTER TABLE sales ALTER COLUMN note TYPE int USING length(note)"),
          Case.same("ALTER TABLE sales ALTER COLUMN tenant TYPE bigint"),
          Case.same("ALTER TABLE sales RENAME COLUMN tenant TO customer"),
          Case.refusedIfDistributed("ALTER TABLE sales_1 ADD UNIQUE (number, day)"),
          Case.same("ALTER TABLE sales_1 ADD UNIQUE (tenant, amount, number, day)"),
          Case.same("CREATE UNIQUE INDEX ON sales (tenant, note, day, number)"),
          Case.same("CREATE UNIQUE INDEX ON sales (tenant, note)"),
          Case.same("CREATE INDEX ON sales (note)"),
          Case.same("ALTER TABLE sales ADD FOREIGN KEY (tenant) REFERENCES tenants"),
          Case.same(
              "ALTER TABLE sales ADD FOREIGN KEY (tenant) REFERENCES tenants",
              "INSERT INTO sales VALUES (77, '2024-01-05', 99, 5)"),
          Case.same(
              "CREATE TABLE sales_4 PARTITION OF sales FOR VALUES FROM ('2024-04-01') TO"
                  + " ('2024-05-01')",
              "INSERT INTO sales SELECT g, '2024-04-05', 1 FROM generate_series(0, 9) g",
              "SELECT count(*) FROM sales_4"),
          Case.same(
              "CREATE TABLE sales_4 PARTITION OF sales FOR VALUES FROM ('2024-03-01') TO"
                  + " ('2024-05-01')"),
          Case.same(
              "CREATE TABLE sales_4 PARTITION OF sales FOR VALUES FROM ('2024-04-01') TO"
                  + " ('2024-05-01') PARTITION BY HASH (number)",
              "CREATE TABLE sales_4_0 PARTITION OF sales_4 FOR VALUES WITH (MODULUS 2, REMAINDER"
                  + " 0)",
              "CREATE TABLE sales_4_1 PARTITION OF sales_4 FOR VALUES WITH (MODULUS 2, REMAINDER"
                  + " 1)",
              "INSERT INTO sales SELECT g, '2024-04-05', g FROM generate_series(0, 9) g"),
          Case.same(
              "CREATE TABLE sales_rest PARTITION OF sales DEFAULT",
              "INSERT INTO sales SELECT g, '2024-12-05', 1 FROM generate_series(0, 9) g",
              "SELECT count(*) FROM sales_rest"),
          Case.same(
              "CREATE TABLE sales_rest PARTITION OF sales DEFAULT",
              "INSERT INTO sales SELECT g, '2024-12-05', 1 FROM generate_series(0, 9) g",
              "CREATE TABLE sales_12 PARTITION OF sales FOR VALUES FROM ('2024-12-01') TO"
                  + " ('2025-01-01')"),
          Case.same(
              "ALTER TABLE sales ATTACH PARTITION later FOR VALUES FROM ('2024-04-01') TO"
                  + " ('2024-05-01')",
              "INSERT INTO sales SELECT g, '2024-04-06', 1 FROM generate_series(0, 9) g",
              "SELECT count(*) FROM later"),
          Case.same(
              "ALTER TABLE sales ATTACH PARTITION later FOR VALUES FROM ('2024-05-01') TO"
                  + " ('2024-06-01')"),
          Case.same("ALTER TABLE sales ATTACH PARTITION tenants DEFAULT"),
          Case.same(
              "ALTER TABLE later DROP CONSTRAINT later_pkey, ALTER COLUMN tenant DROP NOT NULL",
              "ALTER TABLE sales ATTACH PARTITION later FOR VALUES FROM ('2024-04-01') TO"
                  + " ('2024-05-01')"),
          Case.refusedIfPlaced(
              "WITH moved AS (INSERT INTO sales VALUES (3, '2024-01-05', 99, 5) RETURNING tenant)"
                  + " INSERT INTO sales SELECT tenant, '2024-02-05', 99, 5 FROM moved RETURNING"
                  + " tableoid::regclass"),
          Case.same(
              "ALTER TABLE sales DETACH PARTITION sales_2",
              "SELECT count(*), sum(amount) FROM sales",
              "INSERT INTO sales_2 (tenant, day, number) SELECT g, '2023-01-01', 1 FROM"
                  + " generate_series(0, 9) g",
              "SELECT count(*) FROM sales_2"),
          Case.same(
              "ALTER TABLE sales DETACH PARTITION sales_2 CONCURRENTLY",
              "SELECT count(*), sum(amount) FROM sales",
              "SELECT count(*) FROM sales_2"),
          Case.same(
              "ALTER TABLE sales DETACH PARTITION sales_3",
              "ALTER TABLE sales ATTACH PARTITION sales_3 FOR VALUES FROM ('2024-03-01') TO"
                  + " ('2024-04-01')",
              "SELECT count(*), sum(amount) FROM sales"),
          Case.same("DROP TABLE sales_2", "SELECT count(*), sum(amount) FROM sales"),
          Case.same("DROP TABLE sales_3", "SELECT count(*), sum(amount) FROM sales"),
          Case.same("DROP TABLE sales", "SELECT count(*) FROM sales_1"),
          Case.same("ALTER TABLE sales_1 RENAME TO january", "SELECT count(*) FROM january"),
          Case.same("VACUUM ANALYZE sales", "SELECT count(*) FROM sales"),
          Case.same(
              "CREATE FUNCTION shout() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.note ="
                  + " upper(NEW.note)\\; RETURN NEW\\; END $$",
              "SELECT :declare('shards.shout()')",
              "CREATE TRIGGER shouts BEFORE INSERT OR UPDATE ON sales FOR EACH ROW EXECUTE FUNCTION"
                  + " shout()",
              "INSERT INTO sales VALUES (3, '2024-01-05', 99, 5, 'quiet') RETURNING note",
              "ALTER TABLE sales ATTACH PARTITION later FOR VALUES FROM ('2024-04-01') TO"
                  + " ('2024-05-01')",
              "UPDATE sales SET amount = 1 WHERE day = '2024-04-05'",
              "ALTER TABLE sales DETACH PARTITION sales_1",
              "UPDATE sales_1 SET amount = 1 WHERE number = 3"),
          Case.same(
              "ALTER TABLE sales ENABLE ROW LEVEL SECURITY",
              "CREATE POLICY own ON sales USING (tenant = 3)",
              "SELECT count(*) FROM sales"),
          Case.same("CREATE TABLE copied AS SELECT * FROM sales", "SELECT count(*) FROM copied"),
          Case.same("CREATE VIEW seen AS SELECT * FROM sales", "UPDATE seen SET amount = 2"),
          Case.same("CREATE TABLE child () INHERITS (sales_1)"));

  /** What the tables are placed as, and whether only their rows can have changed since. */
  private static Placement preparedFor;

  private static boolean keepsDefinitions;

  static Stream<Arguments> cases() {
    // Copies, and rows on the first node, are what other suites are about: a third of the cases,
    // and those that are refused there.
    return Arrays.stream(Placement.values())
        .flatMap(
            placement ->
                IntStream.range(0, CASES.size())
                    .filter(i -> isTried(CASES.get(i), placement, i))
                    .mapToObj(i -> Arguments.of(CASES.get(i).sql(), placement, CASES.get(i))));
  }

  private static boolean isTried(Case each, Placement placement, int number) {
    return placement == Placement.DISTRIBUTED
        || each.refused().contains(placement)
        || number % 3 == 3 - placement.ordinal();
  }

  @ParameterizedTest(name = "{1}: {0}")
  @MethodSource("cases")
  void isAnsweredAsByPostgresOrRefused(String sql, Placement placement, Case each)
      throws SQLException {
    prepare(placement);
    List<String> before = contents(argosy, SCHEMA);
    keepsDefinitions = !sql.matches("(?s).*\\b(CREATE|ALTER|DROP)\\b.*");
    preparedFor = placement;

    List<String> expected = run(postgres, sql, "SELECT 1 --");
    List<String> actual = run(argosy, sql, "SELECT declare_function_safe");

    if (each.refused().contains(placement)) {
      assertThat(actual.getLast()).isEqualTo("0A000 with a hint");
      assertThat(contents(argosy, SCHEMA)).isEqualTo(before);
    } else {
      assertThat(actual).isEqualTo(expected);
      assertThat(contents(argosy, SCHEMA)).isEqualTo(contents(postgres, SCHEMA));
    }
    catalogs.ofSchema(SCHEMA);
    if (placement != Placement.LOCAL) {
      requireOwnRows();
    }
  }

  @Test
  void onlyTheTableItselfIsPlaced() throws SQLException {
    prepare(argosy);
    assertThat(run(argosy, "SELECT create_distributed_table('sales_1', 'tenant')", ""))
        .containsExactly("0A000 with a hint");
    execute(argosy, "SELECT create_distributed_table('sales', 'tenant')");
    assertThat(run(argosy, "SELECT detach_table('sales_1')", ""))
        .containsExactly("0A000 with a hint");
    execute(argosy, "SELECT detach_table('sales')");
    assertThat(
            NodeCatalogs.rows(
                argosy,
                "SELECT table_name::text FROM argosy.placed_tables WHERE table_name::text ~"
                    + " 'sales'"))
        .isEmpty();
  }

  @Test
  void whatTheNodesHaveIsTakenOver() throws SQLException {
    prepare(argosy);
    execute(argosy, "SELECT create_distributed_table('sales', 'tenant')");
    List<String> before = contents(argosy, SCHEMA);
    execute(argosy, "SELECT detach_table('sales')");
    execute(argosy, "SELECT attach_distributed_table('sales', 'tenant')");
    assertThat(contents(argosy, SCHEMA)).isEqualTo(before);
    execute(argosy, "INSERT INTO sales VALUES (12, '2024-03-05', 7, 1)");
    requireOwnRows();
  }

  /** Every row of a placed table is on the node that owns it, or on all. */
  private void requireOwnRows() throws SQLException {
    String placed =
        "SELECT format('shards.%I %s %s', c.relname, t.placement, a.attname) FROM argosy.tables t"
            + " LEFT JOIN pg_attribute a ON a.attrelid = t.relation AND a.attnum ="
            + " t.distribution_column JOIN pg_class c ON c.oid = t.relation WHERE c.relkind = 'r'";
    for (String table : NodeCatalogs.rows(argosy, placed)) {
      String[] words = table.split(" ");
      if (words[1].equals("replicated")) {
        assertThat(
                catalogs.onEach("SELECT r::text FROM " + words[0] + " r ORDER BY 1").stream()
                    .distinct())
            .as(table)
            .hasSize(1);
        continue;
      }
      List<List<String>> keys =
          catalogs.onEach("SELECT DISTINCT %s::text FROM %s".formatted(words[2], words[0]));
      List<String> all = keys.stream().flatMap(List::stream).toList();
      assertThat(all).as("keys of " + table + ", each on one node").doesNotHaveDuplicates();
    }
  }

  private void prepare(Placement placement) throws SQLException {
    if (keepsDefinitions && placement == preparedFor) {
      for (Connection connection : List.of(postgres, argosy)) {
        execute(connection, "ROLLBACK");
        execute(connection, "TRUNCATE sales");
        execute(connection, ROWS);
      }
      return;
    }
    prepare(postgres);
    prepare(argosy);
    for (String call : placement.calls) {
      execute(argosy, call);
    }
  }

  private static void prepare(Connection connection) throws SQLException {
    keepsDefinitions = false;
    execute(connection, "ROLLBACK");
    execute(connection, "DROP SCHEMA IF EXISTS shards CASCADE");
    execute(connection, "CREATE SCHEMA shards");
    execute(connection, "SET search_path = shards, public");
    for (String table : TABLES) {
      execute(connection, table);
    }
  }

  /** Rows, numbers of rows and SQLSTATEs, up to the first error. */
  private static List<String> run(Connection connection, String script, String declare)
      throws SQLException {
    List<String> outcomes = new ArrayList<>();
    for (String part : script.split("(?<!\\\\); ")) {
      String sql = part.replace("\\;", ";").replace("SELECT :declare", declare);
      PSQLException failure =
          catchThrowableOfType(
              PSQLException.class, () -> outcomes.addAll(outcome(connection, sql)));
      if (failure != null) {
        String state = failure.getSQLState();
        boolean hinted = failure.getServerErrorMessage().getHint() != null;
        outcomes.add(state + (state.equals("0A000") && hinted ? " with a hint" : ""));
        break;
      }
    }
    return outcomes;
  }

  private static List<String> outcome(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement()) {
      if (!statement.execute(sql)) {
        return List.of(String.valueOf(statement.getUpdateCount()));
      }
      if (sql.contains("declare_function_safe") || sql.contains("--")) {
        return List.of();
      }
      try (ResultSet result = statement.getResultSet()) {
        while (result.next()) {
          StringBuilder row = new StringBuilder();
          for (int column = 1; column <= result.getMetaData().getColumnCount(); column++) {
            row.append(result.getString(column)).append('|');
          }
          rows.add(row.toString());
        }
      }
    }
    return rows;
  }
}
