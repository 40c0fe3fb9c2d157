package io.argosy.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.PlainPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("what it measures needs the whole machine")
class QueryBenchmarksTest {
  @Test
  void aSortHasWorkLeftWhenItHasReadAll() throws Exception {
    Delivery delivery = new Delivery(5, 1e8, 1e8, 1e8);

    List<Work> works =
        QueryBenchmarks.measure(
            PlainPostgres.loadedUrl(), ProcessorShares.UNLIMITED, 1e10, delivery);

    assertThat(works).extracting(Work::name).containsExactly("maximum", "sort");
    assertThat(works.getFirst().finishesLater()).isFalse();
    assertThat(works.getFirst().delivery()).isEqualTo(Delivery.NOTHING);
    assertThat(works.getLast().speed()).isBetween(1e6, works.getFirst().speed());
    assertThat(works.getLast().afterwards()).isBetween(1e6, 1e10);
    assertThat(works.getLast().delivery()).isEqualTo(delivery);
  }

  @Test
  void aTracedSortSaysWhatItHasTakenUntilAllRowsHadCome() throws Exception {
    try (Connection connection = DriverManager.getConnection(PlainPostgres.loadedUrl());
        Statement statement = connection.createStatement()) {
      QueryBenchmarks.trace(statement);
      statement.executeQuery("SELECT random() FROM generate_series(1, 300000) ORDER BY 1").close();
      assertThat(QueryBenchmarks.beforeSorting(statement)).isBetween(0.01, 30.0);
      statement.executeQuery("SELECT 1").close();
      assertThat(QueryBenchmarks.beforeSorting(statement)).isZero();
    }
  }
}
