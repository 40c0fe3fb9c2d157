package io.argosy.planner.parse;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

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
}
