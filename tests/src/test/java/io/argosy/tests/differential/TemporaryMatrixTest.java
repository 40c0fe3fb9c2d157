package io.argosy.tests.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.agent.embedded.EmbeddedServer;
import io.argosy.tests.cluster.TestCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every form of DDL and utility statements about a temporary table that hides a permanent one of
 * its name, in every placement: one PostgreSQL gives the same answer, and the permanent table is on
 * every node what it was.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TemporaryMatrixTest {
  private static final List<String> FORMS =
      List.of(
          "ALTER TABLE m ADD COLUMN extra int DEFAULT 1",
          "ALTER TABLE m DROP COLUMN v",
          "ALTER TABLE m ALTER COLUMN v TYPE text",
          "ALTER TABLE m ALTER COLUMN v SET DEFAULT 3",
          "ALTER TABLE m RENAME COLUMN v TO w",
          "ALTER TABLE m ADD CHECK (v > 0)",
          "ALTER TABLE m SET (fillfactor = 50)",
          "ALTER TABLE m ENABLE ROW LEVEL SECURITY",
          "ALTER TABLE m REPLICA IDENTITY FULL",
          "ALTER TABLE m SET SCHEMA public",
          "ALTER TABLE m ADD FOREIGN KEY (id) REFERENCES matrix.m",
          "CREATE INDEX ON m (v)",
          "CREATE UNIQUE INDEX CONCURRENTLY m_unique ON m (v)",
          "CREATE STATISTICS m_statistics ON id, v FROM m",
          "CREATE TRIGGER m_trigger BEFORE INSERT ON m FOR EACH ROW EXECUTE FUNCTION matrix.same()",
          "CREATE RULE m_rule AS ON DELETE TO m DO INSTEAD NOTHING",
          "CREATE POLICY m_policy ON m USING (true)",
          "CREATE PUBLICATION m_publication FOR TABLE m",
          "CREATE VIEW m_view AS SELECT * FROM m",
          "CREATE TABLE matrix.m_made AS SELECT * FROM m",
          "COMMENT ON TABLE m IS 'temporary'",
          "COMMENT ON COLUMN m.v IS 'temporary'",
          "COMMENT ON CONSTRAINT m_pkey ON m IS 'temporary'",
          "GRANT SELECT ON m TO PUBLIC",
          "GRANT UPDATE (v) ON TABLE m TO PUBLIC",
          "REVOKE ALL ON m FROM PUBLIC",
          "TRUNCATE m",
          "TRUNCATE ONLY m RESTART IDENTITY",
          "ANALYZE m",
          "ANALYZE m (v)",
          "VACUUM m",
          "VACUUM (FULL, ANALYZE) m",
          "CLUSTER m USING m_pkey",
          "REINDEX TABLE m",
          "REINDEX TABLE CONCURRENTLY m",
          "REINDEX INDEX m_pkey",
          "LOCK TABLE m",
          "INSERT INTO m VALUES (100, 100)",
          "UPDATE m SET v = 0",
          "DELETE FROM m",
          "DROP TABLE m",
          "DROP TABLE IF EXISTS m CASCADE");

  /** What there is of the permanent table, and around it, on a node. */
  private static final String STATE =
      """
      SELECT concat_ws(E'\\n',
        (SELECT string_agg(t::text, ',' ORDER BY t::text) FROM matrix.m t),
        (SELECT string_agg(concat_ws(' ', relname, relkind, relnatts, relacl, reloptions, relrowsecurity, relreplident),
                           ',' ORDER BY relname)
         FROM pg_class WHERE relnamespace IN ('matrix'::regnamespace, 'public'::regnamespace)),
        (SELECT string_agg(concat_ws(' ', attname, atttypid, attnotnull, atthasdef, attacl), ',' ORDER BY attnum)
         FROM pg_attribute WHERE attrelid = 'matrix.m'::regclass AND attnum > 0),
        (SELECT count(*) FROM pg_constraint WHERE conrelid = 'matrix.m'::regclass),
        (SELECT count(*) FROM pg_trigger WHERE tgrelid = 'matrix.m'::regclass),
        (SELECT count(*) FROM pg_rewrite WHERE ev_class = 'matrix.m'::regclass),
        (SELECT count(*) FROM pg_policy WHERE polrelid = 'matrix.m'::regclass),
        (SELECT count(*) FROM pg_description WHERE objoid = 'matrix.m'::regclass),
        (SELECT count(*) FROM pg_statistic WHERE starelid = 'matrix.m'::regclass),
        (SELECT count(*) FROM pg_statistic_ext), (SELECT count(*) FROM pg_publication),
        pg_relation_filenode('matrix.m'), pg_relation_filenode('matrix.m_pkey'))\
      """;

  /** How the permanent table lies. */
  enum Placement {
    DISTRIBUTED("SELECT create_distributed_table('matrix.m', 'id')"),
    REPLICATED("SELECT create_reference_table('matrix.m')"),
    WITHOUT_PLACEMENT("SELECT 1");

    private final String call;

    Placement(String call) {
      this.call = call;
    }
  }

  private TestCluster cluster;

  @BeforeAll
  void start() {
    cluster = TestCluster.start(3);
  }

  @AfterAll
  void stop() {
    cluster.close();
  }

  @ParameterizedTest
  @EnumSource
  void thePermanentTableStaysAsItIs(Placement placement) throws SQLException {
    try (Connection argosy = PlainPostgres.connect(cluster);
        Connection postgres = PlainPostgres.connect(PlainPostgres.empty())) {
      prepare(argosy, placement.call);
      prepare(postgres, "SELECT 1");
      List<String> before = states();
      for (String form : FORMS) {
        String expected = cell(postgres, form);
        assertThat(cell(argosy, form)).as(form).isEqualTo(expected);
        assertThat(states()).as("the nodes after %s", form).isEqualTo(before);
      }
    }
  }

  private static void prepare(Connection connection, String placement) throws SQLException {
    for (String sql :
        List.of(
            "DROP SCHEMA IF EXISTS matrix CASCADE",
            "CREATE SCHEMA matrix",
            "CREATE TABLE matrix.m (id int PRIMARY KEY, v int)",
            "CREATE FUNCTION matrix.same() RETURNS trigger LANGUAGE plpgsql AS"
                + " $$ BEGIN RETURN new; END $$",
            placement,
            "INSERT INTO matrix.m SELECT g, g * 10 FROM generate_series(1, 20) g",
            "SET search_path = matrix")) {
      run(connection, sql);
    }
  }

  /** The outcome of a form, and what the temporary table has then. */
  private static String cell(Connection connection, String form) throws SQLException {
    run(connection, "CREATE TEMPORARY TABLE m (id int PRIMARY KEY, v int)");
    run(connection, "INSERT INTO m VALUES (1, 1), (2, 2)");
    String outcome = run(connection, form);
    String rows = rows(connection, "SELECT * FROM m ORDER BY 1 LIMIT 5");
    run(connection, "DROP TABLE IF EXISTS matrix.m_made");
    run(connection, "DROP TABLE IF EXISTS pg_temp.m CASCADE");
    return outcome + ": " + rows;
  }

  private static String run(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return "done";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private static String rows(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      StringBuilder text = new StringBuilder();
      while (rows.next()) {
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          text.append(rows.getString(i)).append(' ');
        }
        text.append("; ");
      }
      return text.toString();
    }
  }

  private List<String> states() throws SQLException {
    List<String> states = new ArrayList<>();
    for (EmbeddedServer server : cluster.cluster().servers()) {
      try (Connection connection =
          DriverManager.getConnection(server.jdbcUrl() + "?user=postgres")) {
        states.add(rows(connection, STATE));
      }
    }
    return states;
  }
}
