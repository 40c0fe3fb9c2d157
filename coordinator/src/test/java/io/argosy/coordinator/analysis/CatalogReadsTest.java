package io.argosy.coordinator.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.coordinator.testing.SessionTest;
import io.argosy.coordinator.testing.SharedCluster;
import io.argosy.node.NodeSession;
import io.argosy.node.TextResult;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is asked about a statement reads of the catalogs what concerns the statement, however many
 * tables there are. PostgreSQL's own counters say how many rows were read.
 */
class CatalogReadsTest extends SessionTest {
  /** Of one catalog, for a few tables; the others have more in each of those that are looked at. */
  private static final int FEW = 200;

  private static final String[] CROWD = {
    "CREATE SCHEMA crowd",
    "CREATE DOMAIN crowd.positive AS integer CHECK (value > 0)",
    "CREATE TABLE crowd.hub (a integer PRIMARY KEY)",
    """
    DO $$ BEGIN
      FOR i IN 1 .. 300 LOOP
        EXECUTE format('CREATE TABLE crowd.table%1$s (a integer PRIMARY KEY, b integer CHECK (b > 0),'
          ' c integer DEFAULT 1 REFERENCES crowd.hub, d crowd.positive);'
          ' CREATE VIEW crowd.view%1$s AS SELECT * FROM crowd.table%1$s', i);
      END LOOP;
    END $$\
    """,
    "CREATE TABLE crowd.parent (a integer PRIMARY KEY)",
    "CREATE TABLE crowd.child (a integer REFERENCES crowd.parent ON DELETE CASCADE, b integer)",
    "CREATE FUNCTION crowd.rows() RETURNS bigint LANGUAGE sql BEGIN ATOMIC"
        + " SELECT count(*) FROM crowd.child; END",
    "CREATE FUNCTION crowd.moment() RETURNS timestamptz LANGUAGE sql RETURN now()",
    "CREATE FUNCTION crowd.trigger() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'",
    """
    CREATE TABLE crowd.guarded (
      a integer, b timestamptz DEFAULT crowd.moment() CHECK (b <> crowd.moment()))\
    """,
    "CREATE TRIGGER guard AFTER INSERT ON crowd.guarded EXECUTE FUNCTION crowd.trigger()",
    "CREATE RULE copy AS ON UPDATE TO crowd.guarded DO ALSO INSERT INTO crowd.parent VALUES"
        + " (new.a)",
    """
    CREATE POLICY moments ON crowd.guarded
      USING (b < crowd.moment() AND a IN (SELECT a FROM crowd.view3))\
    """,
    "ALTER TABLE crowd.guarded ENABLE ROW LEVEL SECURITY",
    "CREATE ROLE crowd_reader",
    "GRANT ALL ON SCHEMA crowd TO crowd_reader",
    "GRANT ALL ON ALL TABLES IN SCHEMA crowd TO crowd_reader",
    // As autovacuum does sooner or later.
    "ANALYZE pg_class, pg_attribute, pg_depend, pg_type, pg_proc, pg_constraint, pg_rewrite,"
        + " pg_index, pg_attrdef, pg_trigger"
  };

  /** Rows of a catalog, and entries of its indexes: PostgreSQL counts each where it was found. */
  private static final String COUNTERS =
      """
      SELECT c.oid::pg_catalog.regclass, sum(pg_catalog.pg_stat_get_xact_tuples_returned(part.oid) + part.fetched)
      FROM unnest('{pg_class,pg_attribute,pg_depend,pg_type,pg_proc,pg_constraint,
                    pg_rewrite,pg_index,pg_attrdef,pg_statistic,pg_trigger}'::pg_catalog.regclass[]) AS c(oid)
      CROSS JOIN LATERAL (
          SELECT c.oid, pg_catalog.pg_stat_get_xact_tuples_fetched(c.oid) AS fetched
        UNION ALL
          SELECT x.indexrelid, 0 FROM pg_catalog.pg_index x WHERE x.indrelid = c.oid) AS part
      GROUP BY c.oid\
      """;

  private NodeSession home;

  @BeforeEach
  void createCrowd() throws IOException {
    home = SharedCluster.session(0);
    for (String sql : CROWD) {
      TextResult.run(home, sql);
    }
  }

  @AfterEach
  void dropCrowd() {
    TextResult.run(home, "ROLLBACK; DROP SCHEMA crowd CASCADE; DROP ROLE crowd_reader");
    home.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT * FROM crowd.table1 JOIN crowd.view2 USING (a) WHERE table1.b = 1",
        "SELECT crowd.rows()",
        "INSERT INTO crowd.table1 SELECT a FROM crowd.view2 RETURNING a",
        "UPDATE crowd.view1 SET b = 2 RETURNING a",
        "DELETE FROM crowd.parent RETURNING a",
        "MERGE INTO crowd.child USING crowd.parent ON child.a = parent.a"
            + " WHEN MATCHED THEN DELETE RETURNING b",
        "SELECT * FROM crowd.guarded WHERE b < crowd.moment()",
        "INSERT INTO crowd.guarded SELECT a FROM crowd.view1 RETURNING a",
        "UPDATE crowd.guarded SET b = crowd.moment() RETURNING a"
      })
  void factsReadWhatConcernsTheStatement(String sql) throws IOException {
    requireFewRows("", sql);
    home.close();
    // Backends keep plans, and one in which nothing is known of the catalogs plans otherwise.
    home = SharedCluster.session(0);
    requireFewRows("DELETE FROM pg_catalog.pg_statistic; ", sql);
  }

  private void requireFewRows(String before, String sql) {
    TextResult.run(
        home,
        // Where tables are placed, what the text of a function names is looked for among all
        // objects.
        "BEGIN; DELETE FROM argosy.tables; "
            + before
            + "SET LOCAL ROLE crowd_reader; CREATE FUNCTION pg_temp.argosy_statement() RETURNS"
            + " SETOF record LANGUAGE sql BEGIN ATOMIC "
            + sql
            + "; END");
    for (String question :
        new String[] {
          "SELECT argosy.statement_facts()", "SELECT * FROM argosy.visible_dependencies()"
        }) {
      // The first time, the backend's own caches are filled.
      TextResult.run(home, question);
      Map<String, Long> read = counters();
      TextResult.run(home, question);
      Map<String, Long> readThen = counters();
      read.forEach((catalog, rows) -> readThen.merge(catalog, -rows, Long::sum));
      assertThat(readThen)
          .as(before + question)
          .allSatisfy((catalog, rows) -> assertThat(rows).isLessThan(FEW));
    }
    TextResult.run(home, "ROLLBACK");
  }

  private Map<String, Long> counters() {
    return new HashMap<>(
        TextResult.run(home, COUNTERS).rows().stream()
            .collect(Collectors.toMap(row -> row.get(0), row -> Long.valueOf(row.get(1)))));
  }
}
