package io.argosy.coordinator.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.protocol.message.TypeOids;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VoidParametersTest {
  /** The first and the third are of type void. */
  private static final int[] TYPES = {TypeOids.VOID, TypeOids.INT4, TypeOids.VOID};

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "SELECT f($1)|SELECT f( )",
        "SELECT f($1, $2)|SELECT f( $2)",
        "SELECT f($2, $1)|SELECT f($2 )",
        "SELECT f($2,$1,$2)|SELECT f($2 ,$2)",
        "SELECT f($1, $3)|SELECT f( )",
        "SELECT s.\"F\"($3,$1, g($1),$2)|SELECT s.\"F\"( g( ),$2)",
        "SELECT f(($1), $2)|SELECT f(($1), $2)",
        "SELECT f($1 + 1, '$1', $1::int)|SELECT f($1 + 1, '$1', $1::int)",
        "SELECT ROW($1, $2), coalesce($1, $2)|SELECT ROW($1, $2), coalesce($1, $2)",
        "SELECT 1 WHERE 1 IN ($1, $2)|SELECT 1 WHERE 1 IN ($1, $2)",
        "SELECT $1, ($3)|SELECT $1, ($3)"
      })
  void onlyArgumentsOfFunctionsAreRemoved(String sql, String expected) {
    String removed = VoidParameters.removedFrom(sql, TYPES);
    assertThat(removed).isEqualToNormalizingWhitespace(expected);
    assertThat(removed).hasSameSizeAs(sql);
  }

  @Test
  void othersStayAsTheyAre() {
    int[] types = {TypeOids.INT4};
    assertThat(VoidParameters.removedFrom("SELECT f($1)", types)).isEqualTo("SELECT f($1)");
    assertThat(VoidParameters.replacedIn(types)).isSameAs(types);
    assertThat(VoidParameters.replacedIn(TYPES))
        .containsExactly(TypeOids.TEXT, TypeOids.INT4, TypeOids.TEXT);
  }
}
