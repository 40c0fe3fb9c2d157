package io.argosy.coordinator.explain.advice;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ComparedColumnsTest {
  private static final Map<String, String> COLUMNS =
      Map.of("a", "integer", "b", "numeric", "Long Name", "date", "v", "character varying(9)");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "(a = 5) | [a]",
        "(t.a = 5) | [a]",
        "((a = 5) AND (b > '1'::numeric)) | [a, b]",
        "((b > '1'::numeric) AND (a = $1)) | [a, b]",
        "((b > '1'::numeric) AND (b < '9'::numeric)) | [b]",
        "(t.\"Long Name\" >= '2000-01-01'::date) | [Long Name]",
        "((v)::text = 'x'::text) | [v]",
        "(a = ANY ('{1,2}'::integer[])) | [a]",
        "((a)::text = 'x'::text) | []",
        "(a = b) | []",
        "(a = (b + 1)) | []",
        "((a + b) = 5) | []",
        "(abs(a) = 5) | []",
        "(lower((v)::text) = 'x'::text) | []",
        "((a = 1) OR (a = 2)) | []",
        "(NOT (a = 1)) | []",
        "(a <> 5) | []",
        "(other = 5) | []",
        "((v)::text ~~ '%x'::text) | []",
        "(a IS NULL) | []"
      })
  void whatAnIndexFinds(String filter, String columns) {
    assertThat(ComparedColumns.of(filter, COLUMNS)).hasToString(columns);
  }
}
