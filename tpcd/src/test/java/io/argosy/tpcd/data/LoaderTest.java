package io.argosy.tpcd.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.argosy.tpcd.PlainPostgres;
import io.argosy.tpcd.schema.Placement;
import io.argosy.tpcd.schema.Table;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LoaderTest {
  @Test
  void generatesTheRowsOfDbgen() {
    assertThat(firstLine(Table.LINEITEM))
        .isEqualTo(
            "1|155190|7706|1|17|21168.23|0.04|0.02|N|O|1996-03-13|1996-02-12|1996-03-22|"
                + "DELIVER IN PERSON|TRUCK|egular courts above the|");
    assertThat(firstLine(Table.ORDERS))
        .isEqualTo(
            "1|36901|O|173665.47|1996-01-02|5-LOW|Clerk#000000951|0|"
                + "nstructions sleep furiously among |");
    assertThat(firstLine(Table.PART))
        .startsWith("1|goldenrod lavender spring chocolate lace|Manufacturer#1|Brand#13|");
  }

  private static String firstLine(Table table) {
    return table.generate(1, 1, 1).iterator().next().toLine();
  }

  @Test
  void loadsAllRowsWithTheirIndexesAndStatistics() throws Exception {
    try (Connection connection = DriverManager.getConnection(PlainPostgres.loadedUrl())) {
      Map<Table, Long> rows =
          Map.of(
              Table.REGION, 5L,
              Table.NATION, 25L,
              Table.SUPPLIER, 100L,
              Table.CUSTOMER, 1500L,
              Table.PART, 2000L,
              Table.PARTSUPP, 8000L,
              Table.ORDERS, 15000L,
              Table.LINEITEM, 60175L);
      for (Table table : Table.values()) {
        String name = table.sqlName();
        assertThat(number(connection, "SELECT count(*) FROM " + name))
            .as(name)
            .isEqualTo(rows.get(table));
        assertThat(
                number(
                    connection, "SELECT count(*) FROM pg_indexes WHERE tablename = '" + name + "'"))
            .as("indexes of " + name)
            .isEqualTo(1 + table.createIndexes().size());
        assertThat(
                number(
                    connection,
                    "SELECT reltuples::bigint FROM pg_class WHERE relname = '" + name + "'"))
            .as("statistics of " + name)
            .isEqualTo(rows.get(table));
      }
      assertThat(LoadRecord.read(connection))
          .contains(new LoadRecord(PlainPostgres.SCALE, Placement.NONE));
    }
  }

  @Test
  void piecesOfATableAreTheWholeTable() throws Exception {
    List<String> whole = lines(1, 1);
    List<String> pieces = new ArrayList<>();
    for (int part = 1; part <= 3; part++) {
      pieces.addAll(lines(part, 3));
    }
    assertThat(pieces).isEqualTo(whole);
  }

  private static List<String> lines(int part, int parts) {
    List<String> lines = new ArrayList<>();
    Table.LINEITEM.generate(0.001, part, parts).forEach(row -> lines.add(row.toLine()));
    return lines;
  }

  @Test
  void reportsProgressUpToTheEnd() throws Exception {
    String url = PlainPostgres.emptyUrl("progress");
    List<Long> done = Collections.synchronizedList(new ArrayList<>());
    List<Long> totals = Collections.synchronizedList(new ArrayList<>());
    new Loader(
            url,
            0.001,
            Placement.NONE,
            (step, rows, total) -> {
              done.add(rows);
              totals.add(total);
            })
        .load();
    assertThat(done.getFirst()).isZero();
    long rows = 5 + 25 + 10 + 150 + 200 + 1500 + 6005;
    try (Connection connection = DriverManager.getConnection(url)) {
      rows += number(connection, "SELECT count(*) FROM partsupp");
    }
    assertThat(done.getLast()).isEqualTo(totals.getLast()).isEqualTo(rows);
  }

  @Test
  void refusesToLoadTwiceUnlessDropped() throws Exception {
    String url = PlainPostgres.emptyUrl("twice");
    Loader loader = new Loader(url, 0.001, Placement.NONE, LoadProgress.NONE);
    loader.load();
    assertThatThrownBy(loader::load)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42P07"));
    loader.drop();
    loader.load();
  }

  @Test
  void aLoadThatFailsLeavesNoRecord() throws Exception {
    String url = PlainPostgres.emptyUrl("failing");
    Loader loader =
        new Loader(
            url,
            0.001,
            Placement.NONE,
            (step, rows, total) -> {
              if (rows > 0) {
                throw new IllegalStateException("stop");
              }
            });
    assertThatThrownBy(loader::load).hasMessage("stop");
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(LoadRecord.read(connection)).isEmpty();
    }
  }

  @Test
  void refusesATooSmallScale() {
    assertThatThrownBy(() -> new Loader("", 0.0001, Placement.NONE, LoadProgress.NONE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("0.001");
  }

  @Test
  void plainPostgresTakesNoPlacement() throws Exception {
    try (Connection connection = DriverManager.getConnection(PlainPostgres.loadedUrl())) {
      assertThat(Placement.detect(connection)).isEqualTo(Placement.NONE);
    }
  }

  @Test
  void aServerWithPlacementFunctionsIsGivenTwoParts() throws Exception {
    String url = PlainPostgres.emptyUrl("placement");
    PlainPostgres.execute(url, "CREATE TABLE placed (id serial, declaration text)");
    PlainPostgres.execute(
        url,
        "CREATE FUNCTION create_distributed_table(t regclass, c text, colocate_with text"
            + " DEFAULT 'default') RETURNS void LANGUAGE sql AS $$"
            + " INSERT INTO placed(declaration) VALUES (t || ' by ' || c || ' ' || colocate_with)"
            + " $$");
    PlainPostgres.execute(
        url,
        "CREATE FUNCTION create_reference_table(t regclass) RETURNS void LANGUAGE sql AS $$"
            + " INSERT INTO placed(declaration) VALUES (t || ' everywhere') $$");
    try (Connection connection = DriverManager.getConnection(url)) {
      assertThat(Placement.detect(connection)).isEqualTo(Placement.TWO_PART);
      new Loader(url, 0.001, Placement.TWO_PART, LoadProgress.NONE).load();
      List<String> declarations = new ArrayList<>();
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT declaration FROM placed ORDER BY id")) {
        while (rows.next()) {
          declarations.add(rows.getString(1));
        }
      }
      assertThat(declarations)
          .containsExactly(
              "orders by o_orderkey default",
              "lineitem by l_orderkey orders",
              "part everywhere",
              "partsupp everywhere",
              "customer everywhere",
              "supplier everywhere",
              "nation everywhere",
              "region everywhere",
              "tpcd_load everywhere",
              "tpcd_updates everywhere");
    }
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(sql)) {
      result.next();
      return result.getLong(1);
    }
  }
}
