package io.argosy.sql.lexer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class StatementSplitterTest {
  @Test
  void splitsAtSemicolonsOutsideQuotesAndComments() {
    assertThat(split("select 1; select ';' /* ; */ ;; -- ;\nselect $$;$$"))
        .containsExactly("select 1", "select ';'", "select $$;$$");
  }

  @Test
  void emptyTextHasNoStatement() {
    assertThat(split(" ; /* nothing */ ;")).isEmpty();
  }

  @Test
  void keepsTheBodyOfAFunctionTogether() {
    String function =
        "create or replace function f(a int) returns int begin atomic"
            + " select case when a > 1 then 2 end; select 3; end";
    assertThat(split(function + "; select 1")).containsExactly(function, "select 1");
  }

  @Test
  void beginOfATransactionIsNoBody() {
    assertThat(split("begin; select case when true then 1 end; end; select 2"))
        .containsExactly("begin", "select case when true then 1 end", "end", "select 2");
  }

  @Test
  void keepsParenthesesTogether() {
    String rule = "create rule r as on insert to t do also (insert into a values (1); select 2)";
    assertThat(split(rule + ";select 1")).containsExactly(rule, "select 1");
  }

  @Test
  void saysWhereAStatementStarts() {
    assertThat(StatementSplitter.split(" /* \uD83D\uDE00 */ select 1 ; select 2"))
        .containsExactly(
            new StatementSplitter.Part(9, "select 1", "/* \uD83D\uDE00 */"),
            new StatementSplitter.Part(20, "select 2", ""));
  }

  @Test
  void tellsTheCommentsAroundAStatement() {
    assertThat(comments("/*a*/ select /*b*/ '/*c*/' /*d*/; --e\n select 2"))
        .containsExactly("/*a*/\n/*d*/", "--e");
    assertThat(comments("--a\nselect 1 /*b*/")).containsExactly("--a\n/*b*/");
    assertThat(comments("select 1; /*a*/")).containsExactly("/*a*/");
    assertThat(comments("; select '/*a*/';;")).containsExactly("");
  }

  private static List<String> comments(String sql) {
    return StatementSplitter.split(sql).stream().map(StatementSplitter.Part::comments).toList();
  }

  private static List<String> split(String sql) {
    return StatementSplitter.split(sql).stream().map(StatementSplitter.Part::sql).toList();
  }
}
