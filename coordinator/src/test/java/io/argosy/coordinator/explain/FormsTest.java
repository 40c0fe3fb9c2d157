package io.argosy.coordinator.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.argosy.coordinator.testing.SharedCluster;
import java.io.StringReader;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

/** The formats for programs look as PostgreSQL's do, and say the same as JSON. */
class FormsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final YAMLMapper YAML = new YAMLMapper();

  /** What PostgreSQL says of its own plans in JSON is written as PostgreSQL writes it itself. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT 1",
        "SELECT 'a & <b> \"c\" \\ d' || chr(9), '\r', E'\\t\\n' || relname FROM pg_class",
        "SELECT c.relname, count(*) FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid"
            + " WHERE relkind = 'r' AND attnum < 3 GROUP BY 1 ORDER BY 2 DESC LIMIT 3",
        "WITH w AS MATERIALIZED (SELECT 1 AS x) SELECT * FROM w a, w b ORDER BY a.x"
      })
  void plansOfPostgres(String query) throws Exception {
    ObjectNode plan = (ObjectNode) JSON.readTree(ofPostgres("JSON", query)).get(0);
    assertThat(new YamlForm().write(plan)).isEqualTo(ofPostgres("YAML", query));
    assertThat(new XmlForm().write(plan)).isEqualTo(ofPostgres("XML", query));
  }

  private static String ofPostgres(String format, String query) throws Exception {
    return SharedCluster.onNode(
            0, "EXPLAIN (COSTS OFF, VERBOSE, SETTINGS, FORMAT " + format + ") " + query)
        .getFirst();
  }

  @Test
  void whatTheSearchHasTried() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE searched_rows (id int, part int)",
          "SELECT create_distributed_table('searched_rows', 'id')");
      String query =
          "SELECT a.part, count(*) FROM searched_rows a JOIN searched_rows b ON a.id = b.part"
              + " GROUP BY a.part";
      assertThat(SharedCluster.rows(connection, "EXPLAIN (PLANNER) " + query))
          .anyMatch(line -> line.matches("  Considered: .* \\(cost=[0-9]+\\)"))
          .contains(
              "  Refused: a definition once (no definition over partitioned rows is read twice)")
          .anyMatch(line -> line.matches("  Planner: attempts=[1-9].* bindings=[1-9].*"));
      assertThat(SharedCluster.rows(connection, "EXPLAIN " + query))
          .noneMatch(line -> line.contains("Refused:") || line.contains("Planner:"));
      JsonNode tree =
          JSON.readTree(column(connection, "EXPLAIN (PLANNER, FORMAT JSON) " + query, "json"));
      assertThat(tree.get(0).path("Planner").path("Attempts").intValue()).isPositive();
      assertThat(tree.get(0).path("Refused").get(0).path("Reason").textValue()).isNotEmpty();
    }
  }

  @Test
  void plansOfSeveralNodes() throws Exception {
    try (Connection connection = SharedCluster.connect()) {
      SharedCluster.run(
          connection,
          "CREATE TABLE forms_rows (id int, part int)",
          "SELECT create_distributed_table('forms_rows', 'id')");
      String query =
          ") SELECT * FROM forms_rows a JOIN forms_rows b ON a.id = b.part WHERE a.part < 3";
      String json = column(connection, "EXPLAIN (VERBOSE, FORMAT JSON" + query, "json");
      String yaml = column(connection, "EXPLAIN (VERBOSE, FORMAT YAML" + query, "text");
      assertThat(YAML.readTree(yaml)).isEqualTo(JSON.readTree(json));
      String xml = column(connection, "EXPLAIN (VERBOSE, FORMAT XML" + query, "xml");
      assertThat(elements(xml, "Strategy")).containsExactly("STAGED");
      assertThat(elements(xml, "SQL"))
          .isEqualTo(JSON.readTree(json).get(0).get("Statements").findValuesAsText("SQL"));
      assertThat(elements(xml, "Item")).contains("node1", "node2", "node3");
      assertThat(elements(xml, "Node-Plan")).hasSize(3);
      String analyzed = column(connection, "EXPLAIN (ANALYZE, FORMAT XML" + query, "xml");
      assertThat(elements(analyzed, "Network-Bytes")).hasSize(1);
      assertThat(elements(analyzed, "Fragment")).isNotEmpty();
    }
  }

  private static String column(Connection connection, String sql, String type) throws Exception {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.getMetaData().getColumnTypeName(1)).isEqualTo(type);
      assertThat(rows.next()).isTrue();
      String value = rows.getString(1);
      assertThat(rows.next()).isFalse();
      return value;
    }
  }

  private static List<String> elements(String xml, String name) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    NodeList elements =
        factory
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(xml)))
            .getElementsByTagNameNS("http://www.postgresql.org/2009/explain", name);
    return IntStream.range(0, elements.getLength())
        .mapToObj(i -> elements.item(i).getTextContent())
        .toList();
  }
}
