package io.argosy.tests.roles;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import io.argosy.tests.differential.Server;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.postgresql.PGConnection;

/**
 * A cluster and one PostgreSQL with the same tables, which a role that policies apply to reads and
 * changes in every way. What a statement changes is seen by the owner, and rolled back.
 */
final class PolicyMatrix implements AutoCloseable {
  private static final List<String> ROLES =
      List.of("CREATE ROLE tenant LOGIN", "CREATE ROLE auditor LOGIN");

  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE people (usr text PRIMARY KEY, shown boolean)",
          "INSERT INTO people VALUES ('tenant', true), ('other', false)",
          "CREATE TABLE members (grp int, usr text)",
          "INSERT INTO members SELECT i, CASE WHEN i % 2 = 0 THEN 'tenant' ELSE 'other' END"
              + " FROM generate_series(1, 10) i",
          "CREATE TABLE docs (id int, grp int, owner text, body text)",
          "INSERT INTO docs SELECT i, 1 + i % 10, CASE WHEN i % 3 = 0 THEN 'tenant' ELSE 'auditor'"
              + " END, 'b' || i FROM generate_series(1, 20) i",
          "CREATE TABLE tags (id int, tag text)",
          "INSERT INTO tags SELECT i, 't' || i FROM generate_series(1, 20) i",
          "CREATE VIEW docs_view AS SELECT * FROM docs",
          "CREATE VIEW docs_invoked WITH (security_invoker) AS SELECT * FROM docs",
          "CREATE VIEW membership AS SELECT * FROM members WHERE usr = CURRENT_USER",
          "CREATE FUNCTION is_member(int) RETURNS boolean LANGUAGE sql STABLE AS"
              + " 'SELECT EXISTS (SELECT FROM members WHERE grp = $1 AND usr = CURRENT_USER)'",
          "CREATE FUNCTION is_member_too(int) RETURNS boolean LANGUAGE sql STABLE BEGIN ATOMIC"
              + " SELECT EXISTS (SELECT FROM members WHERE grp = $1 AND usr = CURRENT_USER); END",
          "ALTER TABLE docs ENABLE ROW LEVEL SECURITY");

  /** What the role runs. */
  static final List<String> STATEMENTS =
      List.of(
          "SELECT count(*), sum(id) FROM docs",
          "SELECT * FROM docs WHERE id = 6",
          "SELECT * FROM docs WHERE grp = 4",
          "SELECT grp, count(*) FROM docs GROUP BY grp",
          "SELECT d.id, e.id FROM docs d JOIN docs e ON e.grp = d.id",
          "SELECT d.id, tag FROM docs d JOIN tags USING (id)",
          "SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id) FROM docs",
          "SELECT max(id) FROM docs TABLESAMPLE SYSTEM (100)",
          "SELECT tag FROM tags WHERE id IN (SELECT id FROM docs)",
          "SELECT count(*) FROM docs_view",
          "SELECT count(*) FROM docs_invoked",
          "SELECT id FROM docs WHERE body LIKE 'b1%' ORDER BY id LIMIT 3",
          "SELECT usr, count(*) FROM members GROUP BY usr",
          "SELECT id FROM docs WHERE id = ?:6",
          "SELECT id FROM docs WHERE grp < ?:6",
          "SELECT id FROM docs WHERE id = 6 FOR UPDATE",
          "EXPLAIN SELECT id FROM docs",
          "DECLARE c CURSOR FOR SELECT id FROM docs",
          "CREATE TEMPORARY TABLE mine AS SELECT * FROM docs",
          "COPY docs TO STDOUT",
          "COPY (SELECT id FROM docs) TO STDOUT",
          "COPY docs (id, grp) FROM STDIN",
          "INSERT INTO docs VALUES (100, 2, 'tenant', 'new')",
          "INSERT INTO docs VALUES (101, 3, 'auditor', 'new')",
          "INSERT INTO docs VALUES (100, 2, 'tenant', 'new'), (101, 4, 'tenant', 'new'),"
              + " (102, 6, 'tenant', 'new') RETURNING *",
          "INSERT INTO docs VALUES (?:100, ?:4, 'tenant', 'new') RETURNING id",
          "INSERT INTO docs SELECT id + 100, 4, 'tenant', tag FROM tags",
          "INSERT INTO docs SELECT id + 100, grp, owner, body FROM docs RETURNING id",
          "INSERT INTO tags SELECT id, body FROM docs",
          "INSERT INTO docs_invoked VALUES (100, 2, 'tenant', 'new')",
          "UPDATE docs SET body = 'changed'",
          "UPDATE docs SET body = 'changed' WHERE id = 6 RETURNING id",
          "UPDATE docs SET owner = 'auditor' WHERE id < 9",
          "UPDATE docs SET grp = grp + 1",
          "UPDATE docs SET grp = 2 WHERE grp = 4",
          "UPDATE docs SET id = id + 100",
          "UPDATE docs SET body = tag FROM tags WHERE tags.id = docs.id",
          "UPDATE docs SET body = 'x' WHERE grp IN (SELECT id FROM docs WHERE owner = 'tenant')",
          "UPDATE docs SET body = DEFAULT",
          "UPDATE docs_invoked SET body = 'changed'",
          "DELETE FROM docs",
          "DELETE FROM docs WHERE id = 6 RETURNING body",
          "DELETE FROM docs USING tags WHERE tags.id = docs.grp",
          "MERGE INTO docs USING tags ON docs.id = tags.id WHEN MATCHED THEN UPDATE SET body = tag",
          "MERGE INTO docs USING tags ON docs.id = tags.id WHEN MATCHED AND tags.id < 5 THEN"
              + " DELETE",
          "WITH gone AS (DELETE FROM docs RETURNING id) SELECT count(*) FROM gone",
          "WITH new AS (INSERT INTO docs VALUES (100, 2, 'tenant', 'new') RETURNING id)"
              + " SELECT * FROM new",
          "TRUNCATE docs");

  private final Server cluster = TestCluster.start(3);
  private final Server postgres = PlainPostgres.start(List.of());
  private final Connection onCluster;
  private final Connection onPostgres;

  PolicyMatrix() throws SQLException {
    onCluster = PlainPostgres.connect(cluster);
    onPostgres = PlainPostgres.connect(postgres);
    both(ROLES);
  }

  /** Makes the tables, placed, in a schema of their own. */
  void prepare(PolicyPlacement docs, PolicyPlacement members, PolicyPlacement tags)
      throws SQLException {
    both(List.of("DROP SCHEMA IF EXISTS cell CASCADE", "CREATE SCHEMA cell"));
    both(List.of("SET search_path = cell, argosy", "SET app.grp = 5"));
    both(TABLES);
    both(
        List.of(
            "GRANT USAGE, CREATE ON SCHEMA cell TO tenant",
            "GRANT ALL ON ALL TABLES IN SCHEMA cell TO tenant"));
    run(onCluster, docs.of("docs", "grp", "id"));
    run(onCluster, members.of("members", "grp", "usr"));
    run(onCluster, tags.of("tags", "id", "tag"));
  }

  /** Makes policies; {@link #drop} takes them away. */
  void create(PolicyCase policies) throws SQLException {
    both(policies.definitions());
  }

  void drop(PolicyCase policies) throws SQLException {
    for (String definition : policies.definitions()) {
      String[] words = definition.split(" ");
      both(
          List.of(
              words[1].equals("POLICY")
                  ? "DROP POLICY " + words[2] + " ON " + words[4]
                  : definition.replace("ENABLE", "DISABLE")));
    }
  }

  /** What a statement gives on the cluster. */
  List<String> onCluster(String sql) throws SQLException, IOException {
    return outcome(onCluster, sql);
  }

  /** What it gives on one PostgreSQL. */
  List<String> onPostgres(String sql) throws SQLException, IOException {
    return outcome(onPostgres, sql);
  }

  private void both(List<String> statements) throws SQLException {
    run(onCluster, statements);
    run(onPostgres, statements);
  }

  private static void run(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static List<String> outcome(Connection connection, String sql)
      throws SQLException, IOException {
    connection.setAutoCommit(false);
    try {
      run(connection, List.of("SET LOCAL ROLE tenant"));
      List<String> seen = new ArrayList<>(answer(connection, sql));
      run(connection, List.of("SET LOCAL ROLE postgres"));
      seen.add("then");
      seen.addAll(rows(connection, "SELECT * FROM docs"));
      seen.addAll(rows(connection, "SELECT * FROM tags"));
      return seen;
    } catch (SQLException e) {
      return List.of("error " + e.getSQLState(), e.getMessage());
    } finally {
      connection.rollback();
      connection.setAutoCommit(true);
    }
  }

  private static List<String> answer(Connection connection, String sql)
      throws SQLException, IOException {
    if (sql.endsWith("STDOUT")) {
      StringWriter copied = new StringWriter();
      connection.unwrap(PGConnection.class).getCopyAPI().copyOut(sql, copied);
      return copied.toString().lines().sorted().toList();
    }
    if (sql.endsWith("STDIN")) {
      StringReader lines = new StringReader("300\t2\n301\t4\n");
      long rows = connection.unwrap(PGConnection.class).getCopyAPI().copyIn(sql, lines);
      return List.of("copied " + rows);
    }
    if (sql.contains("?:")) {
      return prepared(connection, sql);
    }
    if (sql.startsWith("DECLARE")) {
      run(connection, List.of(sql));
      return rows(connection, "FETCH ALL FROM c");
    }
    try (Statement statement = connection.createStatement()) {
      boolean isRows = statement.execute(sql);
      if (sql.startsWith("EXPLAIN")) {
        return List.of("explained");
      }
      if (sql.startsWith("CREATE")) {
        return rows(connection, "SELECT * FROM mine");
      }
      return isRows
          ? rows(statement.getResultSet())
          : List.of("changed " + statement.getUpdateCount());
    }
  }

  /** With the values that stand behind the question marks. */
  private static List<String> prepared(Connection connection, String sql) throws SQLException {
    String[] parts = sql.split("\\?:");
    StringBuilder text = new StringBuilder(parts[0]);
    List<Integer> values = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      String rest = parts[i].replaceFirst("^\\d+", "");
      values.add(Integer.valueOf(parts[i].substring(0, parts[i].length() - rest.length())));
      text.append('?').append(rest);
    }
    try (PreparedStatement statement = connection.prepareStatement(text.toString())) {
      for (int i = 0; i < values.size(); i++) {
        statement.setInt(i + 1, values.get(i));
      }
      try (ResultSet result = statement.executeQuery()) {
        return rows(result);
      }
    }
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      return rows(result);
    }
  }

  private static List<String> rows(ResultSet result) throws SQLException {
    List<String> rows = new ArrayList<>();
    while (result.next()) {
      List<String> values = new ArrayList<>();
      for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
        values.add(result.getString(i));
      }
      rows.add(values.toString());
    }
    rows.sort(null);
    return rows;
  }

  @Override
  public void close() throws SQLException {
    onCluster.close();
    onPostgres.close();
    cluster.close();
    postgres.close();
  }
}
