package io.argosy.tests.analytic;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.cluster.TestCluster;
import io.argosy.tests.differential.PlainPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The 99 queries of TPC-DS, in two placements, have the answers that one PostgreSQL gives. With
 * {@code -Dtpcds.table=FILE} each is asked twice, and how long the second time took is written
 * there: run it alone then. The scale factor is {@code -Dtpcds.scale}.
 */
@Tag("slow")
@Timeout(3600)
class TpcdsTest {
  private static final Logger LOG = LoggerFactory.getLogger(TpcdsTest.class);
  private static final int NODES = 3;

  /** Of fewer milliseconds the share that is not the query's is too large to compare. */
  private static final double SHORTEST = 50;

  private static final Optional<Path> TABLE =
      Optional.ofNullable(System.getProperty("tpcds.table")).map(Path::of);

  /** An answer, and how long it took to come. */
  private record Answer(List<String> rows, double milliseconds) {}

  @Test
  void answersAreThoseOfOnePostgres() throws SQLException, IOException, InterruptedException {
    TpcdsTables tables = TpcdsTables.generate(System.getProperty("tpcds.scale", "0.1"));
    try (PlainPostgres postgres = PlainPostgres.start(List.of());
        TestCluster cluster = TestCluster.startScattered(NODES);
        Connection plain = DriverManager.getConnection(postgres.jdbcUrl());
        Connection argosy = DriverManager.getConnection(cluster.jdbcUrl())) {
      tables.load(plain, TpcdsTables.Placement.NONE);
      if (TABLE.isEmpty()) {
        // Of query 4 it expects one row in the place of thousands, and takes more than a minute.
        try (Statement statement = plain.createStatement()) {
          statement.execute("SET enable_nestloop = off");
        }
      }
      Map<Integer, Answer> expected = answers(plain, tables);
      StringBuilder report = new StringBuilder();
      List<String> different = new ArrayList<>();
      for (TpcdsTables.Placement placement :
          List.of(TpcdsTables.Placement.BY_ITEM, TpcdsTables.Placement.BY_ORDER)) {
        tables.load(argosy, placement);
        Map<Integer, Answer> found = answers(argosy, tables);
        expected.forEach(
            (query, answer) -> {
              if (!answer.rows().equals(found.get(query).rows())) {
                different.add(placement.schema() + " " + query);
              }
            });
        report.append(report(placement, expected, found));
      }
      if (TABLE.isPresent()) {
        Files.writeString(TABLE.get(), report);
        LOG.info("how long the queries took is in {}", TABLE.get());
      }
      assertThat(different).isEmpty();
    }
  }

  private static Map<Integer, Answer> answers(Connection connection, TpcdsTables tables)
      throws SQLException, IOException {
    Map<Integer, Answer> answers = new TreeMap<>();
    for (int query = 1; query <= TpcdsTables.QUERIES; query++) {
      if (TABLE.isPresent()) {
        answer(connection, tables.sql(query));
      }
      answers.put(query, answer(connection, tables.sql(query)));
    }
    return answers;
  }

  private static Answer answer(Connection connection, String sql) throws SQLException {
    long start = System.nanoTime();
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      int columns = result.getMetaData().getColumnCount();
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int column = 1; column <= columns; column++) {
          row.append(text(result.getObject(column))).append('|');
        }
        rows.add(row.toString());
      }
    }
    double milliseconds = (System.nanoTime() - start) / 1e6;
    // Rows that a query sorts alike come in any order.
    Collections.sort(rows);
    return new Answer(rows, milliseconds);
  }

  /** Sums of floating point numbers depend on their order. */
  private static String text(Object value) {
    return value instanceof Double number
        ? String.format(Locale.ROOT, "%.9g", number)
        : String.valueOf(value);
  }

  private static String report(
      TpcdsTables.Placement placement, Map<Integer, Answer> single, Map<Integer, Answer> argosy) {
    StringBuilder report = new StringBuilder();
    report.append("## ").append(placement.schema()).append("\n\n");
    report.append("| query | PostgreSQL, ms | Argosy, ms | ratio |\n| --: | --: | --: | --: |\n");
    double logarithms = 0;
    double worst = 0;
    int compared = 0;
    for (int query : single.keySet()) {
      double before = single.get(query).milliseconds();
      double after = argosy.get(query).milliseconds();
      report.append(
          String.format(
              Locale.ROOT, "| %d | %.0f | %.0f | %.2f |%n", query, before, after, after / before));
      if (before > SHORTEST) {
        logarithms += Math.log(after / before);
        worst = Math.max(worst, after / before);
        compared++;
      }
    }
    report.append(
        String.format(
            Locale.ROOT,
            "%nOf the %d queries that take PostgreSQL more than %.0f ms: geometric mean of the"
                + " ratios %.2f, the largest %.2f.%n%n",
            compared,
            SHORTEST,
            Math.exp(logarithms / Math.max(1, compared)),
            worst));
    return report.toString();
  }
}
