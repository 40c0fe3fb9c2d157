package io.argosy.tpcd.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.compare.Answer;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.schema.Placement;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Answers at scale 1 against those that the TPC-H specification publishes for validation. */
@Tag("slow")
@Tag("long")
class ValidationAnswersTest {
  private static Connection connection;

  @BeforeAll
  static void load() throws Exception {
    String url = PlainPostgres.emptyUrl("scale_one");
    new Loader(url, 1, Placement.NONE, LoadProgress.NONE).load();
    connection = DriverManager.getConnection(url);
  }

  @AfterAll
  static void close() throws SQLException {
    connection.close();
  }

  @Test
  void pricingSummary() throws SQLException {
    List<List<String>> rows = answer(1).rows();
    assertThat(rows).hasSize(4);
    assertThat(rows.get(0).subList(0, 6))
        .containsExactly(
            "A", "F", "37734107.00", "56586554400.73", "53758257134.8700", "55909065222.827692");
    assertThat(rows.stream().map(List::getLast))
        .containsExactly("1478493", "38854", "2920374", "1478870");
    assertThat(rows.get(3).subList(0, 4))
        .containsExactly("R", "F", "37719753.00", "56568041380.90");
  }

  @Test
  void minimumCostSupplier() throws SQLException {
    List<List<String>> rows = answer(2).rows();
    assertThat(rows).hasSize(100);
    assertThat(rows.getFirst().stream().map(String::strip).toList().subList(0, 4))
        .containsExactly("9938.53", "Supplier#000005359", "UNITED KINGDOM", "185358");
  }

  @Test
  void shippingPriority() throws SQLException {
    assertThat(answer(3).rows().getFirst())
        .containsExactly("2456423", "406181.0111", "1995-03-05", "0");
  }

  @Test
  void orderPriorityChecking() throws SQLException {
    assertThat(answer(4).rows().stream().map(List::getLast))
        .containsExactly("10594", "10476", "10410", "10556", "10487");
  }

  @Test
  void localSupplierVolume() throws SQLException {
    assertThat(answer(5).rows().stream().map(List::getLast))
        .containsExactly(
            "55502041.1697", "55295086.9967", "53724494.2566", "52035512.0002", "45410175.6954");
  }

  @Test
  void forecastingRevenueChange() throws SQLException {
    assertThat(answer(6).rows()).containsExactly(List.of("123141078.2283"));
  }

  @Test
  void returnedItemReporting() throws SQLException {
    assertThat(answer(10).rows()).hasSize(20);
    assertThat(answer(10).rows().getFirst().subList(0, 3))
        .containsExactly("57040", "Customer#000057040", "734235.2455");
  }

  @Test
  void importantStock() throws SQLException {
    assertThat(answer(11).rows()).hasSize(1048);
    assertThat(answer(11).rows().getFirst()).containsExactly("129760", "17538456.86");
  }

  @Test
  void shippingModes() throws SQLException {
    assertThat(answer(12).rows().stream().map(row -> row.subList(1, 3)))
        .containsExactly(List.of("6202", "9324"), List.of("6200", "9262"));
  }

  @Test
  void customerDistribution() throws SQLException {
    assertThat(answer(13).rows().subList(0, 2))
        .containsExactly(List.of("0", "50005"), List.of("9", "6641"));
  }

  @Test
  void promotionEffect() throws SQLException {
    assertThat(
            new BigDecimal(answer(14).rows().getFirst().getFirst())
                .setScale(10, RoundingMode.HALF_UP))
        .hasToString("16.3807786264");
  }

  @Test
  void topSupplier() throws SQLException {
    assertThat(answer(15).rows()).hasSize(1);
    assertThat(answer(15).rows().getFirst()).startsWith("8449").endsWith("1772627.2087");
  }

  @Test
  void partsSupplierRelationship() throws SQLException {
    assertThat(answer(16).rows()).hasSize(18314);
  }

  @Test
  void smallQuantityOrderRevenue() throws SQLException {
    assertThat(
            new BigDecimal(answer(17).rows().getFirst().getFirst())
                .setScale(2, RoundingMode.HALF_UP))
        .hasToString("348406.05");
  }

  @Test
  void discountedRevenue() throws SQLException {
    assertThat(answer(19).rows()).containsExactly(List.of("3083843.0578"));
  }

  private static Answer answer(int number) throws SQLException {
    var query = QuerySet.TPCH.query(number).orElseThrow();
    return TimedAnswer.measure(connection, query.sql(Parameters.validation(query, 1)), 1).answer();
  }
}
