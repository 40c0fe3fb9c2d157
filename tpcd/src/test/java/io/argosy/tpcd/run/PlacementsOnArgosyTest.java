package io.argosy.tpcd.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tpcd.ArgosyCluster;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.LoadRecord;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.query.Parameters;
import io.argosy.tpcd.query.Query;
import io.argosy.tpcd.query.QuerySet;
import io.argosy.tpcd.schema.Placement;
import io.argosy.tpcd.schema.Table;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Every placement on three nodes: the rows are where it says, and no answer depends on it. */
class PlacementsOnArgosyTest {
  @RegisterExtension static final ArgosyCluster CLUSTER = new ArgosyCluster();

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void theAnswersAreThoseOfOnePostgres(Placement placement) throws Exception {
    Loader loader = new Loader(CLUSTER.url(), PlainPostgres.SCALE, placement, LoadProgress.NONE);
    loader.ensureLoaded();
    try (Connection connection = DriverManager.getConnection(CLUSTER.url())) {
      assertThat(LoadRecord.read(connection))
          .contains(new LoadRecord(PlainPostgres.SCALE, placement));
      for (Table table : Table.values()) {
        assertThat(copies(table))
            .as("copies of " + table)
            .isEqualTo(isPartitioned(placement, table) ? 1 : ArgosyCluster.NODES);
      }
    }
    List<String> failures = new ArrayList<>();
    try (Benchmark benchmark =
        Benchmark.open(
            CLUSTER.url(),
            Optional.of(PlainPostgres.loadedUrl()),
            query -> Parameters.validation(query, PlainPostgres.SCALE),
            1)) {
      List<Query> queries = new ArrayList<>(QuerySet.TPCH.queries());
      queries.add(Query.SALES_CLERK_PERFORMANCE);
      for (Query query : queries) {
        benchmark.run(query).difference().ifPresent(text -> failures.add(query + ": " + text));
      }
    }
    assertThat(failures).isEmpty();
  }

  private static boolean isPartitioned(Placement placement, Table table) {
    return placement.declarations().stream()
        .anyMatch(text -> text.contains("create_distributed_table('" + table.sqlName() + "'"));
  }

  /** How often the table's rows are stored, all nodes together. */
  private static long copies(Table table) throws SQLException {
    long stored = 0;
    for (String node : CLUSTER.nodeUrls()) {
      stored += count(node + "?user=postgres", table);
    }
    long rows = count(CLUSTER.url(), table);
    assertThat(stored % rows).as(table + ": " + stored + " of " + rows).isZero();
    return stored / rows;
  }

  private static long count(String url, Table table) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT count(*) FROM " + table.sqlName())) {
      result.next();
      return result.getLong(1);
    }
  }
}
