package io.argosy.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.server.local.LocalCluster;
import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.data.Loader;
import io.argosy.tpcd.schema.Placement;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StreamQueryTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @EnumSource
  void onePostgresSaysHowLongItTook(StreamQuery query) throws Exception {
    assertThat(seconds(PlainPostgres.loadedUrl(), query)).isPositive();
  }

  @Test
  void argosySaysHowLongItTook() throws Exception {
    try (LocalCluster cluster = LocalCluster.start(new LocalCluster.Options(2, 0, directory))) {
      new Loader(cluster.jdbcUrl(), PlainPostgres.SCALE, Placement.TWO_PART, LoadProgress.NONE)
          .load();
      for (StreamQuery query : StreamQuery.values()) {
        assertThat(seconds(cluster.jdbcUrl(), query)).as(query.toString()).isPositive();
      }
    }
  }

  private static double seconds(String url, StreamQuery query) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      StreamQuery.prepare(statement);
      assertThat(StreamQuery.tableBytes(statement)).isPositive();
      return query.execute(statement);
    }
  }
}
