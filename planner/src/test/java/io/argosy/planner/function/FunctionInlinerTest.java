package io.argosy.planner.function;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.planner.function.FunctionInliner.Body;
import io.argosy.sql.parse.ParsedStatement;
import java.util.List;
import java.util.Map;
import org.apache.calcite.sql.SqlSelect;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FunctionInlinerTest {
  private static final Map<String, Body> BODIES =
      Map.of(
          "moment", body("moment", List.of(), "now()"),
          "later", body("later", List.of("a"), "now() + make_interval(secs => later.a)"),
          "unnamed", body("unnamed", List.of(""), "now() - $1"),
          "twice", body("twice", List.of("a"), "f(a, a)"),
          "unused", body("unused", List.of("a"), "now()"),
          "minus", body("minus", List.of("a", "b"), "a - b"),
          "days", body("days", List.of("days"), "make_interval(days => days)"));

  private static Body body(String name, List<String> arguments, String expression) {
    List<String> types = arguments.stream().map(argument -> "int").toList();
    SqlSelect select =
        (SqlSelect) ParsedStatement.parse("SELECT " + expression).orElseThrow().tree();
    return new Body(name, arguments, types, "date", select.getSelectList().get(0));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT moment() + 1 | SELECT CAST(now() AS date) + 1
          SELECT moment() | SELECT CAST(now() AS date) AS moment
          SELECT moment()::text | SELECT CAST(CAST(now() AS date) AS text) AS moment
          SELECT moment() AS t | SELECT CAST(now() AS date) AS t
          SELECT 1 + later(x * 2) \
            | SELECT 1 + CAST(now() + make_interval(secs => CAST(x * 2 AS int)) AS date)
          SELECT 1 + unnamed(moment()) \
            | SELECT 1 + CAST(now() - CAST(CAST(now() AS date) AS int) AS date)
          SELECT 1 + twice(x) | SELECT 1 + CAST(f(CAST(x AS int), CAST(x AS int)) AS date)
          SELECT 1 + twice(random()) | SELECT 1 + twice(random())
          SELECT 1 + unused(x) | SELECT 1 + CAST(now() AS date)
          SELECT 1 + unused(random()) | SELECT 1 + unused(random())
          SELECT 1 + later() | SELECT 1 + later()
          SELECT 1 + later(b => 1) | SELECT 1 + later(b => 1)
          SELECT 1 + minus(b => 1, a => 2) | SELECT 1 + CAST(CAST(2 AS int) - CAST(1 AS int) AS date)
          SELECT 1 + minus(1, b => 2) | SELECT 1 + CAST(CAST(1 AS int) - CAST(2 AS int) AS date)
          SELECT 1 + minus(1, a => 2) | SELECT 1 + minus(1, a => 2)
          SELECT (moment())[1] | SELECT (CAST(now() AS date))[1] AS moment
          SELECT CASE WHEN x THEN 1 ELSE moment() END \
            | SELECT CASE WHEN x THEN 1 ELSE CAST(now() AS date) END AS moment
          SELECT 1 + days(3) | SELECT 1 + CAST(make_interval(days => CAST(3 AS int)) AS date)
          SELECT CASE WHEN x THEN moment() END | SELECT CASE WHEN x THEN CAST(now() AS date) END
          SELECT x FROM t WHERE moment() > (SELECT moment()) \
            | SELECT x FROM t WHERE CAST(now() AS date) > (SELECT CAST(now() AS date) AS moment)
          """)
  void bodiesStandForCalls(String statement, String inlined) {
    ParsedStatement parsed = ParsedStatement.parse(statement).orElseThrow();
    String text = parsed.with(parsed.tree().accept(new FunctionInliner(BODIES))).unparsed();
    assertThat(text.replaceAll("\\s+", " ").strip()).isEqualTo(inlined.strip());
  }
}
