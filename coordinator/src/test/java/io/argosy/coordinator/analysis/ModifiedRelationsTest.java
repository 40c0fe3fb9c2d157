package io.argosy.coordinator.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModifiedRelationsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "UPDATE ONLY s.t x SET a = 1 FROM s.u | update s.t",
        "DELETE FROM s.\"T u\" USING s.u WHERE (\"T u\".a IS DISTINCT FROM 1) | delete s.T u",
        "MERGE INTO s.t t USING s.u ON (t.a = u.a) WHEN MATCHED THEN UPDATE SET b = 1"
            + " WHEN NOT MATCHED THEN INSERT (a) VALUES (1) | merge s.t",
        "WITH x AS ( DELETE FROM s.t RETURNING t.a ) INSERT INTO s.u (a) SELECT x.a FROM x |"
            + " delete in with s.t; insert s.u",
        "INSERT INTO s.t (a) VALUES (1) ON CONFLICT (a) DO UPDATE SET b = 1 | insert s.t",
        "SELECT 1 FROM s.t FOR UPDATE OF t | ``",
        "UPDATE temporary SET a = 1 | ``",
        "SELECT delete FROM s.t | ``",
        "SELECT t.a, t.delete FROM s.t, s.u | ``",
        "SELECT 1 AS delete FROM s.t WHERE (update OR s.u) | ``",
        "SELECT substring(delete FROM s.t) FROM s.u | ``",
      })
  void findsWhatIsModified(String canonical, String expected) {
    assertThat(
            ModifiedRelations.of(canonical).entries().stream()
                .map(
                    entry ->
                        entry.verb()
                            + (entry.inWith() ? " in with " : " ")
                            + entry.schema()
                            + "."
                            + entry.name())
                .collect(Collectors.joining("; ")))
        .isEqualTo(expected);
  }

  @Test
  void onlyAStatementThatIsNothingElseIsAnInsert() {
    assertThat(ModifiedRelations.of("INSERT INTO s.t (a) VALUES (1)").isInsertIntoTable(List.of()))
        .isTrue();
    assertThat(
            ModifiedRelations.of(
                    "WITH x AS ( INSERT INTO s.t (a) VALUES (1) RETURNING t.a ) SELECT x.a FROM x")
                .isInsertIntoTable(List.of()))
        .isFalse();
    assertThat(ModifiedRelations.of("DELETE FROM s.t").isInsertIntoTable(List.of())).isFalse();
    assertThat(ModifiedRelations.of("DELETE FROM temporary").isInsertIntoTable(List.of()))
        .isFalse();
    assertThat(
            ModifiedRelations.of("INSERT INTO temporary (a) VALUES (1)")
                .isInsertIntoTable(List.of()))
        .isTrue();
  }
}
