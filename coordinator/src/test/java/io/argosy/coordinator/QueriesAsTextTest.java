package io.argosy.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.coordinator.testing.SharedCluster;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * Functions that run a query which they are given as text, or read tables by their names: in a
 * database without distributed tables they answer as the home node does, which has all rows; with
 * one they are refused where they may read its rows.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class QueriesAsTextTest {
  private static final String DATABASE = "of_texts";

  private static final List<String> QUERIES =
      List.of(
          "SELECT query_to_xml('SELECT * FROM notes n JOIN kinds USING (kind) ORDER BY id', true,"
              + " false, '')",
          "SELECT query_to_xmlschema('SELECT id, word FROM notes', true, true, 'urn:x')",
          "SELECT query_to_xml_and_xmlschema('SELECT count(*) FROM kinds', false, false, '')",
          "SELECT table_to_xml('notes', true, false, ''), table_to_xml('kinds', true, true, '')",
          "SELECT table_to_xmlschema('public.notes', true, false, '')",
          "SELECT table_to_xml_and_xmlschema('kinds', true, false, '')",
          "SELECT schema_to_xml('public', true, false, '')",
          "SELECT schema_to_xmlschema('public', true, false, '')",
          "SELECT schema_to_xml_and_xmlschema('public', true, false, '')",
          "SELECT * FROM ts_stat('SELECT word FROM notes') ORDER BY word",
          "SELECT ts_rewrite('a & b', 'SELECT ''a''::tsquery, ''x''::tsquery FROM notes LIMIT 1')",
          "SELECT id, xpath('//v/text()', query_to_xml('SELECT ' || id || ' AS v FROM kinds',"
              + " true, false, '')) FROM notes ORDER BY id",
          "SELECT id FROM notes WHERE query_to_xml('SELECT 1 FROM kinds WHERE kind = ' || kind,"
              + " true, true, '') IS DOCUMENT ORDER BY id");

  private static final List<String> READING_PARTS =
      List.of(
          "SELECT query_to_xml('SELECT id FROM parts', true, false, '')",
          "SELECT query_to_xml_and_xmlschema('SELECT id FROM ' || 'parts', true, false, '')",
          "SELECT table_to_xml('parts', true, false, '')",
          "SELECT table_to_xml_and_xmlschema('parts', true, false, '')",
          "SELECT schema_to_xml('public', true, false, '')",
          "SELECT database_to_xml(true, false, '')",
          "SELECT * FROM ts_stat('SELECT id::text::tsvector FROM parts')",
          "SELECT ts_rewrite('a', 'SELECT ''a''::tsquery, id::text::tsquery FROM parts')",
          "SELECT id, query_to_xml('SELECT id FROM parts', true, false, '') FROM notes");

  private Databases databases;
  private String url;
  private Connection connection;

  @BeforeAll
  void start() throws Exception {
    databases = SharedCluster.databases(Duration.ofSeconds(1));
    url = SharedCluster.serve(databases);
    try (Connection first = connect("postgres")) {
      SharedCluster.run(first, "CREATE DATABASE " + DATABASE);
    }
    connection = connect(DATABASE);
    SharedCluster.run(
        connection,
        "CREATE TABLE notes (id int PRIMARY KEY, kind int, word tsvector)",
        "CREATE TABLE kinds (kind int PRIMARY KEY, name text)",
        "INSERT INTO notes SELECT i, i % 3, ('w' || i % 2)::tsvector FROM generate_series(1, 5) i",
        "INSERT INTO kinds VALUES (0, 'none'), (1, 'one'), (2, '<two>')",
        "SELECT create_reference_table('kinds')");
  }

  @AfterAll
  void stop() throws SQLException {
    connection.close();
    try (Connection first = connect("postgres")) {
      SharedCluster.run(first, "DROP DATABASE " + DATABASE);
    }
    databases.close();
  }

  private Connection connect(String database) throws SQLException {
    return DriverManager.getConnection(
        url.substring(0, url.lastIndexOf('/') + 1) + database + "?user=postgres");
  }

  @Test
  void theyReadAllRowsOrAreRefused() throws Exception {
    try (Connection home = SharedCluster.connectTo(0, "postgres", DATABASE)) {
      for (String query : QUERIES) {
        List<String> rows = SharedCluster.rows(home, query);
        assertThat(SharedCluster.rows(connection, query)).as(query).isEqualTo(rows).isNotEmpty();
      }
    }
    SharedCluster.run(
        connection,
        "CREATE TABLE parts (id int PRIMARY KEY)",
        "INSERT INTO parts SELECT generate_series(1, 20)",
        "SELECT create_distributed_table('parts', 'id')");
    for (String query : READING_PARTS) {
      assertThatThrownBy(() -> SharedCluster.rows(connection, query))
          .as(query)
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"));
    }
    SharedCluster.run(connection, "DROP TABLE parts");
    assertThat(SharedCluster.rows(connection, QUERIES.getFirst())).hasSize(1);
  }
}
