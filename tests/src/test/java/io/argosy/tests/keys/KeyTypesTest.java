package io.argosy.tests.keys;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;

/**
 * Three nodes, on which the same types have different object ids, answer as one PostgreSQL about
 * tables that are distributed by a column of each type.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class KeyTypesTest {
  private TestCluster cluster;
  private PlainPostgres single;
  private Connection argosy;
  private Connection postgres;

  @BeforeAll
  void start() throws SQLException {
    cluster = TestCluster.startScattered(3);
    single = PlainPostgres.start(List.of());
    argosy = PlainPostgres.connect(cluster);
    postgres = PlainPostgres.connect(single);
    List<EmbeddedServer> servers = cluster.cluster().servers();
    for (int node = 1; node < servers.size(); node++) {
      useObjectIds(servers.get(node), 50 * node);
    }
    for (String definition : KeyColumn.DEFINITIONS) {
      both(definition);
    }
    assertThat(
            servers.stream()
                .map(server -> labelIds(server, "SELECT string_agg(oid::text, ' ') FROM pg_enum"))
                .distinct())
        .hasSameSizeAs(servers);
  }

  @AfterAll
  void stop() throws SQLException {
    argosy.close();
    postgres.close();
    single.close();
    cluster.close();
  }

  private static void useObjectIds(EmbeddedServer server, int count) throws SQLException {
    try (Connection direct = DriverManager.getConnection(server.jdbcUrl() + "?user=postgres");
        Statement statement = direct.createStatement()) {
      for (int i = 0; i < count; i++) {
        statement.execute("CREATE TYPE pg_temp.unused AS ENUM ('a'); DROP TYPE pg_temp.unused");
      }
    }
  }

  private static String labelIds(EmbeddedServer server, String query) {
    try (Connection direct = DriverManager.getConnection(server.jdbcUrl() + "?user=postgres")) {
      return rows(direct, query).getFirst();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  static List<KeyColumn> columns() {
    return KeyColumn.ALL;
  }

  @ParameterizedTest
  @MethodSource("columns")
  void answersAsOnePostgres(KeyColumn column) throws SQLException, IOException {
    SoftAssertions soft = new SoftAssertions();
    create(column);
    write(column);
    assertThat(nodesWithRows(column.name())).as("nodes with rows").isGreaterThan(1);
    for (String query : queries(column)) {
      soft.assertThat(rows(argosy, query)).as(query).isEqualTo(rows(postgres, query));
    }
    for (String value : column.values()) {
      String query = "SELECT n, k::text FROM " + column.name() + " WHERE k = ?::" + column.type();
      soft.assertThat(prepared(argosy, query, value))
          .as("%s with %s", query, value)
          .isEqualTo(prepared(postgres, query, value));
    }
    for (String change : changes(column)) {
      soft.assertThat(count(argosy, change)).as(change).isEqualTo(count(postgres, change));
      String all = "SELECT n, k::text FROM " + column.name();
      soft.assertThat(rows(argosy, all)).as("after " + change).isEqualTo(rows(postgres, all));
    }
    attach(column);
    String joined =
        "SELECT a.n, b.n FROM %s a JOIN %s_more b ON a.k = b.k"
            .formatted(column.name(), column.name());
    soft.assertThat(rows(argosy, joined)).as("attached").isEqualTo(rows(postgres, joined));
    soft.assertAll();
  }

  /** A value that is stored as another one lies by that. */
  @Test
  void floatingPointNumbersAreStoredAsTheKeysThatTheyBecome() throws SQLException {
    both("CREATE TABLE rounded (k int, n numeric(10, 1))");
    execute(argosy, "SELECT create_distributed_table('rounded', 'k')");
    for (Connection connection : List.of(argosy, postgres)) {
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO rounded VALUES (?, 1)")) {
        for (int i = 0; i < 20; i++) {
          insert.setDouble(1, i + 0.25);
          insert.executeUpdate();
        }
      }
    }
    for (int i = 0; i < 20; i++) {
      String query = "SELECT k, n FROM rounded WHERE k = " + i;
      assertThat(rows(argosy, query)).as(query).isEqualTo(rows(postgres, query));
    }
  }

  /** What the rules of placement would miss: rows lie by the names of the values. */
  @Test
  void valuesOfEnumsKeepTheirNames() throws SQLException {
    both("CREATE TYPE state AS ENUM ('new', 'old')");
    both("CREATE TABLE states (k state, n int)");
    both("ALTER TYPE state RENAME VALUE 'new' TO 'young'");
    execute(argosy, "SELECT create_distributed_table('states', 'k')");
    assertThat(count(argosy, "ALTER TYPE state RENAME VALUE 'young' TO 'new'"))
        .contains("cannot get another name: it is a distribution key");
    both("ALTER TYPE state ADD VALUE 'gone'");
    both("ALTER TYPE state RENAME TO condition");
    both("CREATE SCHEMA elsewhere");
    both("ALTER TYPE condition SET SCHEMA elsewhere");
    both("INSERT INTO states VALUES ('young', 1), ('old', 2), ('gone', 3)");
    for (String value : List.of("young", "old", "gone")) {
      String query = "SELECT k, n FROM states WHERE k = '" + value + "'";
      assertThat(rows(argosy, query)).as(query).isEqualTo(rows(postgres, query)).hasSize(1);
    }
    assertThat(count(argosy, "ALTER TABLE states ALTER k TYPE text")).isEqualTo("0 rows");
    assertThat(count(argosy, "ALTER TYPE elsewhere.condition RENAME VALUE 'old' TO 'aged'"))
        .isEqualTo("0 rows");
  }

  /** A composite type has the hash of its attributes. */
  @Test
  void attributesOfKeysStay() throws SQLException {
    both("CREATE TYPE spot AS (x int, y int)");
    both("CREATE TABLE spots (k spot PRIMARY KEY)");
    execute(argosy, "SELECT create_distributed_table('spots', 'k')");
    both("INSERT INTO spots SELECT ROW(g, g % 3)::spot FROM generate_series(1, 20) g");
    assertThat(count(argosy, "ALTER TYPE spot ADD ATTRIBUTE z int"))
        .contains("its hash is that of type row(integer, integer)");
    assertThat(count(argosy, "ALTER TYPE spot DROP ATTRIBUTE y"))
        .contains("its hash is that of type row(integer, integer)");
    both("ALTER TYPE spot RENAME ATTRIBUTE y TO z");
    String query = "SELECT k FROM spots WHERE k = ROW(7, 1)::spot";
    assertThat(rows(argosy, query)).isEqualTo(rows(postgres, query)).hasSize(1);
  }

  /** Equality that is not the type's own tells nothing of where rows are. */
  @Test
  void operatorsOfUsersAreNotTheEqualityOfKeys() throws SQLException {
    both("CREATE TYPE sign AS ENUM ('a', 'A', 'b', 'B', 'c', 'C')");
    both(
        "CREATE FUNCTION alike(sign, sign) RETURNS boolean LANGUAGE sql IMMUTABLE"
            + " RETURN lower($1::text) = lower($2::text)");
    both("CREATE OPERATOR = (LEFTARG = sign, RIGHTARG = sign, PROCEDURE = alike)");
    both("CREATE TABLE signs (k sign, n int)");
    execute(argosy, "SELECT create_distributed_table('signs', 'k')");
    both("INSERT INTO signs VALUES ('a', 1), ('A', 2), ('b', 3), ('B', 4), ('c', 5), ('C', 6)");
    both("CREATE VIEW alike_signs AS SELECT s.n, t.n AS m FROM signs s JOIN signs t ON s.k = t.k");
    for (String query :
        List.of(
            "SELECT n FROM signs WHERE k = 'a'",
            "SELECT n FROM signs WHERE k IN ('b', 'C')",
            "SELECT s.n, t.n FROM signs s JOIN signs t ON s.k = t.k",
            "SELECT s.n, t.n FROM signs s JOIN signs t USING (k)",
            "SELECT * FROM alike_signs")) {
      assertThat(rows(argosy, query)).as(query).isEqualTo(rows(postgres, query));
    }
    assertThat(count(argosy, "UPDATE signs SET n = -n WHERE k = 'a'"))
        .isEqualTo(count(postgres, "UPDATE signs SET n = -n WHERE k = 'a'"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "money",
        "json",
        "xml",
        "point",
        "regclass",
        "tsvector",
        "mood[]",
        "citext[]",
        "bit(3)[]",
        "oidvector",
        "box",
        "pg_class",
        "vague",
        "xid"
      })
  void otherTypesAreRefused(String type) throws SQLException {
    execute(argosy, "DROP TABLE IF EXISTS other; DROP TYPE IF EXISTS vague");
    execute(argosy, "CREATE TYPE vague AS (m mood)");
    execute(argosy, "CREATE TABLE other (k " + type + ")");
    assertThat(rows(argosy, "SELECT create_distributed_table('other', 'k')").getFirst())
        .startsWith("0A000")
        .contains("cannot be a distribution column");
  }

  /** PostgreSQL allows it for types of its own, too, that others stand in for so far. */
  @Test
  void aTypeOfAKeyCannotGetAnOrderOfItsOwn() throws SQLException {
    execute(argosy, "CREATE TABLE names (k varchar)");
    execute(argosy, "SELECT create_distributed_table('names', 'k')");
    try {
      assertThat(
              rows(
                      argosy,
                      "CREATE OPERATOR CLASS by_length DEFAULT FOR TYPE varchar USING hash AS"
                          + " OPERATOR 1 = (text, text), FUNCTION 1 hashtext(text)")
                  .getFirst())
          .startsWith("0A000")
          .contains("has the type character varying, but its hash is that of type");
    } finally {
      execute(argosy, "DROP TABLE names");
    }
  }

  private void create(KeyColumn column) throws SQLException {
    for (String table : tables(column)) {
      both(
          "CREATE TABLE "
              + table
              + " (n int, k "
              + column.type()
              + ", other "
              + column.type()
              + ")");
      execute(argosy, "SELECT create_distributed_table('" + table + "', 'k')");
    }
    both("CREATE TABLE " + column.name() + "_same (k " + column.type() + ", n int)");
    execute(argosy, "SELECT create_reference_table('" + column.name() + "_same')");
    both("CREATE TABLE " + column.name() + "_once (k " + column.type() + " PRIMARY KEY, n int)");
    execute(argosy, "SELECT create_distributed_table('" + column.name() + "_once', 'k')");
  }

  private static List<String> tables(KeyColumn column) {
    return List.of(column.name(), column.name() + "_more");
  }

  /** By constants, by parameters, from queries, by COPY. */
  private void write(KeyColumn column) throws SQLException, IOException {
    String table = column.name();
    List<String> values = column.values();
    both(insert(table, values, KeyColumn::literal));
    both(insert(table, values, column::constant));
    for (int i = 0; i < values.size(); i++) {
      insertByParameter(argosy, column, i);
      insertByParameter(postgres, column, i);
    }
    // One is told, several are not.
    for (int i = 0; i < 2; i++) {
      both(
          "INSERT INTO %s VALUES (%d, %s, NULL)"
              .formatted(table, 50 + i, KeyColumn.literal(values.get(i))));
    }
    both("INSERT INTO %s_same SELECT k, n FROM %s WHERE n < 8".formatted(table, table));
    both("INSERT INTO %s_more SELECT 200 + n, k, k FROM %s_same".formatted(table, table));
    both("INSERT INTO %s_more SELECT n, k, other FROM %s".formatted(table, table));
    both(
        "INSERT INTO %s_more SELECT 300 + n, other, k FROM %s WHERE n < 30 AND num_nulls(other) = 0"
            .formatted(table, table));
    for (String value : values) {
      both(
          "INSERT INTO %s_once VALUES (%s, 1) ON CONFLICT (k) DO UPDATE SET n = %s_once.n + 1"
              .formatted(table, KeyColumn.literal(value), table));
    }
    for (String format : List.of("text", "csv", "binary")) {
      ByteArrayOutputStream data = new ByteArrayOutputStream();
      String from = "SELECT 400 + n, k, other FROM " + table + " WHERE n < 30";
      copy(postgres).copyOut("COPY (" + from + ") TO STDOUT (FORMAT " + format + ")", data);
      for (Connection connection : List.of(argosy, postgres)) {
        copy(connection)
            .copyIn(
                "COPY " + table + "_more FROM STDIN (FORMAT " + format + ")",
                new ByteArrayInputStream(data.toByteArray()));
      }
    }
  }

  private static org.postgresql.copy.CopyManager copy(Connection connection) throws SQLException {
    return connection.unwrap(PGConnection.class).getCopyAPI();
  }

  private static String insert(String table, List<String> values, UnaryOperator<String> written) {
    return IntStream.range(0, values.size())
        .mapToObj(
            i ->
                "(%d, %s, %s)"
                    .formatted(
                        i,
                        written.apply(values.get(i)),
                        written.apply(values.get((i + 1) % values.size()))))
        .collect(Collectors.joining(", ", "INSERT INTO " + table + " VALUES ", ""));
  }

  private static void insertByParameter(Connection connection, KeyColumn column, int i)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + column.name() + " VALUES (?, ?, ?)")) {
      insert.setInt(1, 20 + i);
      insert.setObject(2, column.values().get(i), Types.OTHER);
      insert.setObject(3, column.values().get(0), Types.OTHER);
      insert.executeUpdate();
    }
  }

  private static List<String> queries(KeyColumn column) {
    String table = column.name();
    List<String> queries = new ArrayList<>();
    boolean row = column.type().endsWith("place");
    for (String value : column.values()) {
      if (!row) {
        queries.add("SELECT n, k::text FROM " + table + " WHERE k = " + KeyColumn.literal(value));
      }
      queries.add("SELECT n, k::text FROM " + table + " WHERE k = " + column.constant(value));
    }
    for (String value : List.of(column.values().getFirst(), column.values().getLast())) {
      queries.add(
          "SELECT a.n, b.n FROM %s a JOIN %s_more b ON a.k = b.k WHERE b.k = %s"
              .formatted(table, table, column.constant(value)));
    }
    String list =
        column.values().stream().limit(3).map(column::constant).collect(Collectors.joining(", "));
    queries.add("SELECT n, k::text FROM " + table + " WHERE k IN (" + list + ")");
    queries.add("SELECT n, k::text FROM " + table + " WHERE k = ANY (ARRAY[" + list + "])");
    queries.add(
        "SELECT n, k::text FROM %s WHERE k = ANY (SELECT k FROM %s_same)".formatted(table, table));
    queries.add(
        "SELECT n FROM %s WHERE k NOT IN (SELECT k FROM %s_more WHERE n > 210)"
            .formatted(table, table));
    queries.add("SELECT a.n, b.n FROM %s a JOIN %s_more b ON a.k = b.k".formatted(table, table));
    queries.add("SELECT a.n, b.n FROM %s a LEFT JOIN %s_more b USING (k)".formatted(table, table));
    queries.add(
        "SELECT a.n, b.n FROM %s a JOIN %s_more b ON a.other = b.k".formatted(table, table));
    queries.add(
        "SELECT a.n, count(*) FROM %s a JOIN %s_more b ON a.other = b.other GROUP BY a.n"
            .formatted(table, table));
    queries.add("SELECT a.n, b.n FROM %s a JOIN %s_same b ON a.k = b.k".formatted(table, table));
    queries.add(
        "SELECT b.n, count(a.n) FROM %s_same b LEFT JOIN %s a ON a.other = b.k GROUP BY b.n"
            .formatted(table, table));
    queries.add("SELECT count(*), min(n) FROM " + table + " GROUP BY k");
    queries.add("SELECT count(*), min(n) FROM " + table + " GROUP BY other");
    queries.add("SELECT count(*), count(DISTINCT k), count(DISTINCT other) FROM " + table);
    queries.add(
        "SELECT n, rank() OVER (PARTITION BY k ORDER BY n) FROM " + table + " WHERE n < 20");
    queries.add("SELECT n, k::text FROM " + table + "_once");
    queries.add("SELECT n, k::text, other::text FROM " + table + "_more");
    queries.add(
        "SELECT count(*) FROM (SELECT k FROM %s UNION SELECT other FROM %s_more) u"
            .formatted(table, table));
    return queries;
  }

  private static List<String> changes(KeyColumn column) {
    String table = column.name();
    String first = column.constant(column.values().getFirst());
    String second = column.constant(column.values().get(1));
    String last = column.constant(column.values().getLast());
    return List.of(
        "UPDATE " + table + " SET n = n + 1000 WHERE k = " + first,
        "UPDATE %s a SET n = a.n + 5000 FROM %s_same b WHERE a.k = b.k AND b.n = 2"
            .formatted(table, table),
        "UPDATE " + table + " SET k = " + last + " WHERE k = " + second,
        "UPDATE " + table + " SET k = other WHERE num_nulls(other) = 0 AND n < 20",
        "DELETE FROM " + table + " WHERE k = " + last,
        "DELETE FROM %s a USING %s_more b WHERE a.k = b.k AND b.n = 201".formatted(table, table));
  }

  /** Each row is where the table is attached. */
  private void attach(KeyColumn column) throws SQLException {
    for (String table : tables(column)) {
      execute(argosy, "SELECT detach_table('" + table + "')");
      execute(argosy, "SELECT attach_distributed_table('" + table + "', 'k')");
    }
  }

  private long nodesWithRows(String table) throws SQLException {
    long nodes = 0;
    for (EmbeddedServer server : cluster.cluster().servers()) {
      try (Connection direct = DriverManager.getConnection(server.jdbcUrl() + "?user=postgres")) {
        nodes += rows(direct, "SELECT n FROM " + table + " LIMIT 1").size();
      }
    }
    return nodes;
  }

  private void both(String sql) throws SQLException {
    execute(argosy, sql);
    execute(postgres, sql);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new SQLException(sql + ": " + e.getMessage(), e);
    }
  }

  private static String count(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql) + " rows";
    } catch (SQLException e) {
      return e.getSQLState() + " " + e.getMessage();
    }
  }

  private static List<String> prepared(Connection connection, String query, String value) {
    try (PreparedStatement statement = connection.prepareStatement(query)) {
      statement.setObject(1, value, Types.OTHER);
      return read(statement.executeQuery());
    } catch (SQLException e) {
      return List.of(e.getSQLState() + " " + e.getMessage());
    }
  }

  private static List<String> rows(Connection connection, String query) {
    try (Statement statement = connection.createStatement()) {
      return read(statement.executeQuery(query));
    } catch (SQLException e) {
      return List.of(e.getSQLState() + " " + e.getMessage());
    }
  }

  private static List<String> read(ResultSet results) throws SQLException {
    List<String> rows = new ArrayList<>();
    while (results.next()) {
      List<String> row = new ArrayList<>();
      for (int i = 1; i <= results.getMetaData().getColumnCount(); i++) {
        row.add(results.getString(i));
      }
      rows.add(String.join("|", row.stream().map(String::valueOf).toList()));
    }
    Collections.sort(rows);
    return rows;
  }
}
