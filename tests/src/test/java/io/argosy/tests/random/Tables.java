package io.argosy.tests.random;

import io.argosy.tests.differential.Database;
import io.argosy.tests.differential.PlainPostgres;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the fixture's tables from a database that holds them. */
final class Tables {
  private static final String COLUMNS =
      """
      SELECT c.relname, a.attname, CASE WHEN a.atttypid = 'numeric'::regtype AND a.atttypmod = -1 THEN 'any numeric'
                                        WHEN a.attcollation = to_regcollation('small.without_case') THEN 'text without case'
                                        ELSE t.typname END,
             (SELECT count(*) FROM pg_index i
              WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY (i.indkey)) AS keys
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 JOIN pg_type t ON t.oid = a.atttypid
      WHERE c.relkind = 'r' AND c.relnamespace::regnamespace::text IN ('two_part', 'small')
      ORDER BY c.relnamespace::regnamespace::text DESC, c.relname, a.attnum\
      """;
  private static final int SAMPLES = 6;

  /** What columns with whole numbers are called, whatever their type. */
  private static final Set<String> INTEGERS = Set.of("k", "v", "n");

  private Tables() {}

  /** The tables of one placement; all placements have the same ones. */
  static List<Table> read(Database database) throws SQLException {
    try (Connection connection = PlainPostgres.connect(database);
        Statement statement = connection.createStatement()) {
      statement.execute("SET search_path = two_part, small");
      Map<String, List<Column>> columns = new LinkedHashMap<>();
      Map<String, List<Column>> keys = new LinkedHashMap<>();
      try (ResultSet results = statement.executeQuery(COLUMNS)) {
        while (results.next()) {
          String table = results.getString(1);
          Column column = column(connection, table, results.getString(2), results.getString(3));
          columns.computeIfAbsent(table, name -> new ArrayList<>()).add(column);
          if (results.getInt(4) > 0) {
            keys.computeIfAbsent(table, name -> new ArrayList<>()).add(column);
          }
        }
      }
      List<Table> tables = new ArrayList<>();
      for (Map.Entry<String, List<Column>> table : columns.entrySet()) {
        tables.add(
            new Table(
                table.getKey(),
                List.copyOf(table.getValue()),
                List.copyOf(keys.getOrDefault(table.getKey(), List.of())),
                rows(connection, table.getKey())));
      }
      return List.copyOf(tables);
    }
  }

  private static Column column(Connection connection, String table, String name, String type)
      throws SQLException {
    String domain = name.substring(name.indexOf('_') + 1);
    Kind kind =
        switch (type) {
          case "int2", "int4", "int8" -> Kind.INTEGER;
          case "any numeric", "float8" -> INTEGERS.contains(domain) ? Kind.INTEGER : Kind.NUMERIC;
          case "numeric" -> Kind.NUMERIC;
          case "text", "varchar", "bpchar", "text without case" -> Kind.TEXT;
          case "date", "timestamp", "timestamptz" -> Kind.DATE;
          case "bool" -> Kind.BOOLEAN;
          default -> throw new IllegalStateException(table + "." + name + " is of type " + type);
        };
    Form form =
        switch (type) {
          case "bpchar" -> Form.PADDED;
          case "any numeric", "float8", "text without case", "timestamp", "timestamptz" ->
              Form.LOOSE;
          default -> Form.EXACT;
        };
    Column column = new Column(name, kind, domain, List.of(), form, true);
    return new Column(name, kind, domain, samples(connection, table, column), form, true);
  }

  private static List<String> samples(Connection connection, String table, Column column)
      throws SQLException {
    String prefix = column.kind() == Kind.DATE ? "'date ' || " : "";
    String value =
        column.kind() == Kind.TEXT || column.kind() == Kind.DATE
            ? "quote_literal(value)"
            : "value::text";
    String shown = column.form() == Form.PADDED ? column.text() : column.operand();
    String sql =
        """
        SELECT %s%s FROM (SELECT DISTINCT %s AS value FROM %s WHERE %s IS NOT NULL ORDER BY 1 LIMIT 60) x\
        """
            .formatted(prefix, value, shown, table, column.text());
    List<String> values = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery(sql)) {
      while (results.next()) {
        values.add(results.getString(1));
      }
    }
    int step = Math.max(1, values.size() / SAMPLES);
    List<String> samples = new ArrayList<>();
    for (int i = 0; i < values.size(); i += step) {
      samples.add(values.get(i));
    }
    return List.copyOf(samples);
  }

  private static long rows(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet results = statement.executeQuery("SELECT count(*) FROM " + table)) {
      results.next();
      return results.getLong(1);
    }
  }
}
