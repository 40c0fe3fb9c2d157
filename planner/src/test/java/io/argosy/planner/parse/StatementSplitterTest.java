package io.argosy.planner.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementSplitterTest {
  @Test
  void splitsAtSemicolonsOutsideQuotesAndComments() {
    assertThat(StatementSplitter.split("select 1; select ';' /* ; */ ;; -- ;\nselect $$;$$"))
        .containsExactly("select 1", "select ';'", "select $$;$$");
  }

  @Test
  void emptyTextHasNoStatement() {
    assertThat(StatementSplitter.split(" ; /* nothing */ ;")).isEmpty();
  }

  @Test
  void keepsTheBodyOfAFunctionTogether() {
    String function =
        "create or replace function f(a int) returns int begin atomic"
            + " select case when a > 1 then 2 end; select 3; end";
    assertThat(StatementSplitter.split(function + "; select 1"))
        .containsExactly(function, "select 1");
  }

  @Test
  void beginOfATransactionIsNoBody() {
    assertThat(StatementSplitter.split("begin; select case when true then 1 end; end; select 2"))
        .containsExactly("begin", "select case when true then 1 end", "end", "select 2");
  }

  @Test
  void keepsParenthesesTogether() {
    String rule = "create rule r as on insert to t do also (insert into a values (1); select 2)";
    assertThat(StatementSplitter.split(rule + ";select 1")).containsExactly(rule, "select 1");
  }
}
