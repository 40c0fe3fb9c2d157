package io.argosy.coordinator.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.protocol.message.PostgresException;
import io.argosy.sql.lexer.SqlLexer;
import org.junit.jupiter.api.Test;

class ExplainOptionsTest {
  @Test
  void theOldSyntaxHasTwoWords() {
    ExplainOptions options = parse("EXPLAIN ANALYZE VERBOSE select 1");
    assertThat(options.analyze()).isTrue();
    assertThat(options.verbose()).isTrue();
    assertThat(options.format()).isEqualTo(ExplainOptions.Format.TEXT);
  }

  @Test
  void optionsHaveValuesOrNot() {
    String sql = "explain (analyze off, verbose, planner, costs false, format json) select 2";
    ExplainOptions options = parse(sql);
    assertThat(options.analyze()).isFalse();
    assertThat(options.verbose()).isTrue();
    assertThat(options.planner()).isTrue();
    assertThat(options.format()).isEqualTo(ExplainOptions.Format.JSON);
    assertThat(sql.substring(options.statementStart())).isEqualTo("select 2");
  }

  @Test
  void aQueryInParenthesesIsNoOptionList() {
    String sql = "explain (select 1)";
    assertThat(sql.substring(parse(sql).statementStart())).isEqualTo("(select 1)");
  }

  @Test
  void mistakesAreSaidInPostgresWords() {
    assertThatThrownBy(() -> parse("explain (nonsense) select 1"))
        .isInstanceOf(PostgresException.class)
        .hasMessageContaining("unrecognized EXPLAIN option \"nonsense\"");
    assertThatThrownBy(() -> parse("explain (analyze perhaps) select 1"))
        .hasMessageContaining("analyze requires a Boolean value");
    assertThatThrownBy(() -> parse("explain (format html) select 1"))
        .hasMessageContaining("unrecognized value for EXPLAIN option \"format\": \"html\"");
    assertThatThrownBy(() -> parse("explain (analyze, generic_plan) select 1"))
        .hasMessageContaining("ANALYZE and GENERIC_PLAN cannot be used together");
    assertThatThrownBy(() -> parse("explain (resources) select 1"))
        .hasMessageContaining("EXPLAIN option RESOURCES requires ANALYZE");
    assertThatThrownBy(() -> parse("explain")).hasMessageContaining("end of input");
  }

  private static ExplainOptions parse(String sql) {
    return ExplainOptions.parse(SqlLexer.tokens(sql));
  }
}
