package io.argosy.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.apache.calcite.sql.SqlNode;
import org.apache.calcite.sql.SqlSelect;
import org.apache.calcite.util.Litmus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParsedStatementTest {
  @Test
  void wordsThatStandForOtherSyntaxElsewhereAreNotRead() {
    assertThat(
            ParsedStatement.parse(
                "SELECT * FROM JSON_TABLE('{}', '$' COLUMNS (has boolean EXISTS PATH '$.x')) t"))
        .isEmpty();
  }

  @Test
  void whatIsNestedTooDeepIsNotRead() {
    String deep = "(".repeat(200_000) + "1" + ")".repeat(200_000);
    assertThat(ParsedStatement.parse("SELECT " + deep)).isEmpty();
  }

  @Test
  void argumentsKeepTheirNames() {
    assertThat(
            ParsedStatement.parse("SELECT make_interval(1, days => a + 1, \"Secs\" := 2) FROM t")
                .orElseThrow()
                .unparsed())
        .contains("make_interval(1, days => a + 1, \"Secs\" => 2)");
  }

  /** Grouping by one must not be taken for grouping by the other. */
  @Test
  void callsWithOtherNamesOfArgumentsDiffer() {
    assertThat(call("f(a => 1, b => 2)").equalsDeep(call("f(a => 1, b => 2)"), Litmus.IGNORE))
        .isTrue();
    assertThat(call("f(a => 1, b => 2)").equalsDeep(call("f(b => 1, a => 2)"), Litmus.IGNORE))
        .isFalse();
    assertThat(call("f(a => 1, b => 2)").equalsDeep(call("f(1, 2)"), Litmus.IGNORE)).isFalse();
  }

  private static SqlNode call(String text) {
    SqlSelect select = (SqlSelect) ParsedStatement.parse("SELECT " + text).orElseThrow().tree();
    return select.getSelectList().get(0);
  }

  /** Calcite's parser would take seconds for them; the tree leans to the left, as PostgreSQL's. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT DISTINCT %s AS c FROM t ORDER BY 1",
        "SELECT a FROM t JOIN u ON %s WHERE a < 1",
        "SELECT a FROM t WHERE NOT (%s) AND b = 2",
        "SELECT CASE WHEN %s THEN 1 ELSE 2 END FROM t",
        "SELECT count(*) FILTER (WHERE %s) FROM t",
        "SELECT a FROM t GROUP BY a HAVING %s ORDER BY a"
      })
  void chainsKeepTheirShape(String statement) {
    for (String term :
        List.of(
            "a = 1",
            "a BETWEEN 1 AND 2",
            "a NOT BETWEEN SYMMETRIC 1 AND 2 AND a IS DISTINCT FROM b",
            "NOT a IN (1, 2) AND b LIKE 'x' ESCAPE 'y'",
            "a = ANY (ARRAY[1, 2]) AND EXISTS (SELECT 1)",
            "a - b * 2 > 0")) {
      for (String operator : List.of(" OR ", " AND ")) {
        assertShapeIsKept(statement, operator, term);
      }
    }
    for (String operator : List.of(" + ", " - ", " * ", " / ")) {
      assertShapeIsKept(statement.formatted("%s > 1"), operator, "a");
    }
  }

  /** A chain of another shape has parentheses in its text, which are more characters. */
  private static void assertShapeIsKept(String statement, String operator, String term) {
    int shortest = unparsed(statement, operator, term, 30).length();
    int each = unparsed(statement, operator, term, 31).length() - shortest;
    assertThat(unparsed(statement, operator, term, 300)).hasSize(shortest + 270 * each);
  }

  private static String unparsed(String statement, String operator, String term, int terms) {
    String chain = String.join(operator, Collections.nCopies(terms, term));
    String unparsed = ParsedStatement.parse(statement.formatted(chain)).orElseThrow().unparsed();
    return unparsed.replaceAll("\\s+", " ");
  }
}
