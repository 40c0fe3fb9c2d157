package io.argosy.tpcd.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.compare.Answer;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.query.QuerySet;
import io.trino.tpch.TpchTable;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The answers at scale 0.01 against those that the generator's authors ship with it, which came
 * from another database. Query 11 was run there with the fraction of scale 1.
 */
class ReferenceAnswersTest {
  @ParameterizedTest
  @ValueSource(
      ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22})
  void answerIsTheOneOfAnotherDatabase(int number) throws Exception {
    Query query = QuerySet.TPCH.query(number).orElseThrow();
    List<List<String>> expected = reference(number);
    Answer actual;
    try (Connection connection = DriverManager.getConnection(PlainPostgres.loadedUrl())) {
      String sql = query.sql(Parameters.validation(query, number == 11 ? 1 : PlainPostgres.SCALE));
      actual = TimedAnswer.measure(connection, sql, 1).answer();
    }
    assertThat(actual.rows()).hasSameSizeAs(expected);
    for (int i = 0; i < expected.size(); i++) {
      assertThat(actual.rows().get(i)).hasSameSizeAs(expected.get(i));
      for (int j = 0; j < expected.get(i).size(); j++) {
        assertThat(asPrinted(actual.rows().get(i).get(j), expected.get(i).get(j)))
            .as("row %d column %d", i + 1, j + 1)
            .isEqualTo(expected.get(i).get(j));
      }
    }
  }

  /** A number with as many decimals as the reference prints. */
  private static String asPrinted(String actual, String expected) {
    if (actual == null) {
      return "null";
    }
    if (!actual.matches("-?[0-9]+\\.[0-9]+")) {
      return actual.strip();
    }
    int point = expected.indexOf('.');
    int decimals = point < 0 ? 0 : expected.length() - point - 1;
    return new BigDecimal(actual)
        .setScale(decimals, point < 0 ? RoundingMode.UNNECESSARY : RoundingMode.HALF_UP)
        .toPlainString();
  }

  private static List<List<String>> reference(int number) throws Exception {
    try (InputStream stream =
        TpchTable.class.getResourceAsStream("queries/q" + number + ".result")) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("--") && !line.isBlank())
          .map(line -> List.of(line.replaceAll("\\|$", "").split("\\|", -1)))
          .map(row -> row.stream().map(String::strip).toList())
          .toList();
    }
  }
}
