package io.argosy.tests.planning;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Times statements of growing size that are run for the first time, over a distributed table of 100
 * rows and beside one PostgreSQL, and writes a table of it to {@code -Dplanning.table} (by default
 * below target).
 */
@Tag("slow")
@Timeout(1200)
@Isolated("what it measures needs the whole machine")
class PlanningBenchmarkTest {
  private static final Logger LOG = LoggerFactory.getLogger(PlanningBenchmarkTest.class);
  private static final int NODES = 3;

  /** For the table, and for what seems to grow too fast; otherwise one time is enough. */
  private static final int TIMES = 3;

  private static final int FIRST_TIMES = System.getProperty("planning.table") == null ? 1 : TIMES;

  /** Four times as much may take so many times as long, and some time that does not grow. */
  private static final double GROWTH = 8;

  private static final double CONSTANT = 3000;

  private static final List<String> SET_UP =
      List.of(
          "CREATE TABLE planned (id bigint PRIMARY KEY, other bigint, note text)",
          "INSERT INTO planned SELECT n, n, 'note' FROM generate_series(1, 100) n",
          "ANALYZE planned");

  private int texts;

  @Test
  void growsNoFasterThanStatementsDo() throws SQLException, IOException {
    try (TestCluster cluster = TestCluster.start(NODES);
        PlainPostgres postgres = PlainPostgres.start(List.of());
        Connection argosy = DriverManager.getConnection(cluster.jdbcUrl());
        Connection plain = DriverManager.getConnection(postgres.jdbcUrl())) {
      for (String sql : SET_UP) {
        execute(plain, sql);
        execute(argosy, sql);
      }
      execute(argosy, "SELECT create_distributed_table('planned', 'id')");
      execute(argosy, "SET argosy.planning_budget = '1s'");
      StringBuilder table = new StringBuilder();
      table.append(
          "| what | how many | Argosy, ms | PostgreSQL, ms |\n| --- | --: | --: | --: |\n");
      List<String> steep = new ArrayList<>();
      // What is the same for all statements is compiled and cached.
      median(argosy, GrowingStatement.ALL.getFirst(), 5, FIRST_TIMES);
      for (GrowingStatement statement : GrowingStatement.ALL) {
        double before = Double.MAX_VALUE;
        for (int size : statement.sizes()) {
          double limit = GROWTH * before + CONSTANT;
          double once = median(argosy, statement, size, FIRST_TIMES);
          double found = once > limit ? median(argosy, statement, size, TIMES) : once;
          double expected = median(plain, statement, size, FIRST_TIMES);
          String line =
              String.format(
                  Locale.ROOT, "| %s | %d | %.0f | %.1f |", statement, size, found, expected);
          LOG.info("{}", line);
          table.append(line).append('\n');
          if (found > limit) {
            steep.add(line);
          }
          before = found;
        }
      }
      Files.writeString(
          Path.of(System.getProperty("planning.table", "target/planning.txt")), table);
      assertThat(steep).isEmpty();
    }
  }

  private double median(Connection connection, GrowingStatement statement, int size, int runs)
      throws SQLException {
    List<Double> times = new ArrayList<>();
    for (int i = 0; i < runs; i++) {
      String sql = statement.sql(size, ++texts);
      try (PreparedStatement prepared = connection.prepareStatement(sql)) {
        for (int p = 1; p <= statement.parameters().apply(size); p++) {
          prepared.setLong(p, p);
        }
        long begun = System.nanoTime();
        try (ResultSet rows = prepared.executeQuery()) {
          assertThat(rows.next()).isTrue();
        }
        times.add((System.nanoTime() - begun) / 1e6);
      }
    }
    Collections.sort(times);
    return times.get(runs / 2);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
