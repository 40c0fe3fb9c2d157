package io.argosy.coordinator.write.change;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AssignedColumnsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "UPDATE s.t SET a = 1, b = (x.c + 2) FROM s.u x WHERE (t.d = 1) | a b",
        "UPDATE s.t SET (a, \"B c\") = (SELECT 1, 2 FROM s.u), d = DEFAULT | a;B c;d",
        "UPDATE s.t SET a = CASE WHEN (b = 1) THEN f(1, 2) ELSE 3 END, e[1] = 2 RETURNING c | a e",
        "UPDATE s.t SET a = EXTRACT(year FROM b), c = ARRAY[1, 2] | a c",
        "MERGE INTO s.t t USING s.u ON (t.a = u.a) WHEN MATCHED THEN UPDATE SET b = u.b"
            + " WHEN NOT MATCHED THEN INSERT (c) VALUES (1) | b",
        "WITH x AS ( UPDATE s.t SET a = 1 RETURNING t.b ) UPDATE s.u SET c = x.b FROM x | a c",
        "DELETE FROM s.t WHERE (t.a = 1) | ``",
      })
  void findsWhatIsAssigned(String canonical, String columns) {
    String separator = columns.contains(";") ? ";" : " ";
    assertThat(AssignedColumns.of(canonical))
        .isEqualTo(columns.isEmpty() ? Set.of() : Set.of(columns.split(separator)));
  }
}
