package io.argosy.sql.parse;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class OwnNamesTest {
  @Test
  void noNameOfTheStatementBeginsLikeThem() {
    assertThat(OwnNames.unlike(List.of("SELECT a FROM argosy")).of("row")).isEqualTo("argosy_row");
    assertThat(OwnNames.unlike(List.of("SELECT 1", "argosy_part")).of("row"))
        .isEqualTo("argosy_1_row");
    assertThat(OwnNames.unlike(List.of("argosy_row", "argosy_1_row", "argosy_2x")).of("row"))
        .isEqualTo("argosy_2_row");
  }

  @Test
  void aStatementKnowsItsOwn() {
    ParsedStatement statement = ParsedStatement.parse("SELECT 1 AS argosy_row").orElseThrow();
    assertThat(statement.names().prefix()).isEqualTo("argosy_1_");
    assertThat(statement.among(List.of("argosy_1_key")).names().prefix()).isEqualTo("argosy_2_");
    assertThat(statement.with(statement.tree()).names()).isEqualTo(statement.names());
  }
}
