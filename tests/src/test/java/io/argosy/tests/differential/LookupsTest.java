package io.argosy.tests.differential;

import static org.assertj.core.api.Assertions.assertThat;

import io.argosy.tests.cluster.TestCluster;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of a table that is large enough to be looked up rather than read, as one PostgreSQL. */
class LookupsTest {
  private static final List<String> TABLES =
      List.of(
          "CREATE TABLE stock (kind int, place int, owner int, note text, PRIMARY KEY (kind,"
              + " place))",
          "CREATE TABLE kinds (id int, brand text, size int, spot int)",
          "CREATE TABLE offers (offer int PRIMARY KEY, kind int, size int, spot int)",
          "CREATE TABLE banned (owner int)");

  private static final List<String> PLACEMENTS =
      List.of(
          "SELECT create_reference_table('stock')",
          "SELECT create_reference_table('kinds')",
          "SELECT create_distributed_table('offers', 'offer')",
          "SELECT create_reference_table('banned')");

  private static final List<String> ROWS =
      List.of(
          "INSERT INTO stock SELECT k, p, CASE WHEN (k + p) % 11 = 0 THEN NULL ELSE (k * p) % 97"
              + " END, CASE WHEN k % 5 > 0 THEN 'note ' || k % 13 END FROM generate_series(1,"
              + " 50000) k, generate_series(1, 5) p",
          // Some are there twice, some are not known, some are in stock nowhere.
          "INSERT INTO kinds SELECT CASE WHEN i % 17 > 0 THEN (i * 7) % 60000 / 2 * 2 END,"
              + " CASE WHEN i % 23 > 0 THEN 'brand ' || i % 25 END, i % 50, i % 7"
              + " FROM generate_series(1, 40000) i",
          "INSERT INTO offers SELECT i, CASE WHEN i % 17 > 0 THEN (i * 11) % 60000 END, i % 50, i %"
              + " 7 FROM generate_series(1, 20000) i",
          "INSERT INTO banned SELECT i * 3 FROM generate_series(1, 10) i",
          "ANALYZE stock, kinds, offers, banned");

  private static TestCluster cluster;
  private static PlainPostgres postgres;
  private static Connection subject;
  private static Connection reference;

  @BeforeAll
  static void start() throws SQLException {
    cluster = TestCluster.start(3);
    postgres = PlainPostgres.start(List.of());
    subject = PlainPostgres.connect(cluster);
    reference = PlainPostgres.connect(postgres);
    execute(subject, TABLES);
    execute(subject, PLACEMENTS);
    execute(subject, ROWS);
    execute(reference, TABLES);
    execute(reference, ROWS);
  }

  @AfterAll
  static void stop() throws SQLException {
    subject.close();
    reference.close();
    postgres.close();
    cluster.close();
  }

  private static void execute(Connection connection, List<String> statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private static List<String> rows(Connection connection, String sql) throws SQLException {
    List<String> rows = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      while (result.next()) {
        StringBuilder row = new StringBuilder();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.append(result.getString(i)).append('|');
        }
        rows.add(row.toString());
      }
    }
    return rows.stream().sorted().toList();
  }

  private static void assertSame(String sql) throws SQLException {
    assertThat(rows(subject, sql)).as(sql).isEqualTo(rows(reference, sql));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select brand, count(distinct place), count(*) from stock, kinds where kind = id and size ="
            + " 3 and stock.owner not in (select owner from banned) group by brand",
        "select brand, size, sum(stock.owner), count(note) from kinds join stock on id = kind"
            + " where size in (3, 4) group by brand, size order by 3 desc nulls last, 1, 2",
        "select brand, count(distinct owner) from stock join kinds on kind = id and size < 3"
            + " group by brand having count(*) > 2",
        "select k.brand, count(distinct b), min(d) from stock s (a, b, c, d), kinds k (i, brand,"
            + " size) where i = a and k.size = 7 group by k.brand",
        "select brand, count(distinct owner), max(note) from kinds, stock where kind = id"
            + " and place = spot and size = 5 group by brand",
        // Nothing is found.
        "select brand, count(distinct place) from stock, kinds where kind = id and size = 3"
            + " and note = brand group by brand",
        // What is NULL makes this unknown for all.
        "select brand, count(distinct place) from stock, kinds where kind = id and size = 3"
            + " and stock.owner not in (select nullif(owner, 3) from banned) group by brand",
        "select brand, count(distinct place) from stock, kinds where kind = id and size = 3"
            + " and stock.owner in (select owner from banned) group by brand",
        "select brand, count(distinct place) from stock, kinds where kind = id and size = 3"
            + " and exists (select 1 from banned where banned.owner = stock.owner) group by brand",
        "select brand, count(distinct place) from stock, kinds where kind = id and size = 3"
            + " and (note is null or place = spot) group by brand",
        "select * from (select brand, count(distinct place) n from stock, kinds where kind = id"
            + " and size = 3 group by brand) g where n > 1",
      })
  void fewRowsAreLookedUp(String sql) throws SQLException {
    assertThat(rows(subject, "EXPLAIN " + sql))
        .as(sql)
        .anyMatch(line -> line.contains("LATERAL (SELECT * FROM stock AS argosy_row"));
    assertSame(sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select brand, count(distinct place) from kinds left join stock on kind = id where size = 3"
            + " group by brand",
        "select brand, count(distinct place) from stock left join kinds on kind = id and size = 3"
            + " group by brand",
        "select brand, count(distinct place) from stock right join kinds on kind = id and size = 3"
            + " group by brand",
        "select brand, count(distinct place) from stock full join kinds on kind = id and size = 3"
            + " group by brand",
        "select brand, count(*) from (select kind as id, place from stock) s join kinds using (id)"
            + " where size = 3 group by brand",
        "select * from (select * from stock, kinds where kind = id and size = 3) x where note is"
            + " null",
        "select distinct * from stock, kinds where kind = id and size = 3",
        "select size, count(distinct place) from stock, kinds where kind < id and size = 3"
            + " and kind < 9 group by size",
        "select size, count(*) from kinds where size < 3 and exists (select 1 from stock, kinds k"
            + " where kind = k.id and k.size = 3 and stock.owner = kinds.size) group by size",
        // Rows of a distributed table look them up.
        "select offers.size, count(distinct owner) from stock, offers where stock.kind ="
            + " offers.kind and offers.size = 3 group by offers.size",
        "select sum(owner) from stock, offers where stock.kind = offers.kind and size = 3 and offer"
            + " not in (select spot from offers o where o.size = 4)",
        "select offer, owner, row_number() over (partition by owner order by offer, place)"
            + " from stock, offers where stock.kind = offers.kind and size = 3",
      })
  void otherwiseNothingElseIsSeen(String sql) throws SQLException {
    assertSame(sql);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "update offers set spot = owner from stock where stock.kind = offers.kind and place = 2"
            + " and size = 3",
        "delete from offers using stock where stock.kind = offers.kind and place = 3 and size = 4"
            + " and owner < 50",
      })
  void modificationsAreTheSame(String sql) throws SQLException {
    execute(subject, List.of(sql));
    execute(reference, List.of(sql));
    assertSame("select * from offers");
  }
}
