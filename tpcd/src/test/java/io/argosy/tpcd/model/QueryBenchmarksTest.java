package io.argosy.tpcd.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.PlainPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueryBenchmarksTest {
  @Test
  void aSortHasWorkLeftWhenItHasReadAll() throws Exception {
    try (Connection connection = DriverManager.getConnection(PlainPostgres.loadedUrl())) {
      List<Work> works = QueryBenchmarks.measure(connection, 1e10);

      assertThat(works).extracting(Work::name).containsExactly("maximum", "sort");
      assertThat(works.getFirst().afterwards()).isInfinite();
      assertThat(works.getFirst().compressionFactor()).isInfinite();
      assertThat(works.getLast().speed()).isEqualTo(works.getFirst().speed());
      assertThat(works.getLast().afterwards()).isBetween(1e6, 1e10);
      assertThat(works.getLast().compressionFactor()).isBetween(5.0, 100.0);
    }
  }
}
