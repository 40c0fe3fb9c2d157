package io.argosy.tests.differential;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What PostgreSQL JDBC tells the tools of Java of schema {@code described}, by its own catalog
 * queries.
 */
final class DriverMetadata {
  private static final String SCHEMA = "described";

  /** It ends with the object's OID, which is another one on every server. */
  private static final String NAME_WITH_OID = "SPECIFIC_NAME";

  /** Of all schemas, but only built-in types are there on every server. */
  private static final String TYPES = "getTypeInfo";

  private static final String BUILT_IN_TYPES =
      "SELECT array_agg(typname::text) FROM pg_type WHERE typnamespace ="
          + " 'pg_catalog'::regnamespace";

  /** A method of {@link DatabaseMetaData} with its arguments. */
  @FunctionalInterface
  private interface Call {
    ResultSet on(DatabaseMetaData metadata) throws SQLException;
  }

  private static final Map<String, Call> CALLS = new LinkedHashMap<>();

  static {
    CALLS.put("getSchemas", metadata -> metadata.getSchemas(null, SCHEMA));
    CALLS.put("getCatalogs", DatabaseMetaData::getCatalogs);
    CALLS.put("getTableTypes", DatabaseMetaData::getTableTypes);
    CALLS.put("getTables", metadata -> metadata.getTables(null, SCHEMA, "%", null));
    CALLS.put(
        "getTables, of two types",
        metadata ->
            metadata.getTables(null, SCHEMA, "%s", new String[] {"TABLE", "MATERIALIZED VIEW"}));
    CALLS.put("getColumns", metadata -> metadata.getColumns(null, SCHEMA, "%", "%"));
    CALLS.put("getPrimaryKeys", metadata -> metadata.getPrimaryKeys(null, SCHEMA, "lines"));
    CALLS.put("getImportedKeys", metadata -> metadata.getImportedKeys(null, SCHEMA, "lines"));
    CALLS.put("getExportedKeys", metadata -> metadata.getExportedKeys(null, SCHEMA, "kinds"));
    CALLS.put(
        "getCrossReference",
        metadata -> metadata.getCrossReference(null, SCHEMA, "orders", null, SCHEMA, "lines"));
    CALLS.put(
        "getIndexInfo", metadata -> metadata.getIndexInfo(null, SCHEMA, "orders", false, true));
    CALLS.put(
        "getIndexInfo, of unique ones",
        metadata -> metadata.getIndexInfo(null, SCHEMA, "serials", true, false));
    CALLS.put(
        "getBestRowIdentifier",
        metadata ->
            metadata.getBestRowIdentifier(
                null, SCHEMA, "lines", DatabaseMetaData.bestRowSession, true));
    CALLS.put("getVersionColumns", metadata -> metadata.getVersionColumns(null, SCHEMA, "orders"));
    CALLS.put(TYPES, DatabaseMetaData::getTypeInfo);
    CALLS.put("getUDTs", metadata -> metadata.getUDTs(null, SCHEMA, "%", null));
    CALLS.put("getProcedures", metadata -> metadata.getProcedures(null, SCHEMA, "%"));
    CALLS.put(
        "getProcedureColumns", metadata -> metadata.getProcedureColumns(null, SCHEMA, "%", "%"));
    CALLS.put("getFunctions", metadata -> metadata.getFunctions(null, SCHEMA, "%"));
    CALLS.put(
        "getFunctionColumns", metadata -> metadata.getFunctionColumns(null, SCHEMA, "%", "%"));
    CALLS.put("getTablePrivileges", metadata -> metadata.getTablePrivileges(null, SCHEMA, "%"));
    CALLS.put(
        "getColumnPrivileges",
        metadata -> metadata.getColumnPrivileges(null, SCHEMA, "orders", "%"));
    CALLS.put("getClientInfoProperties", DatabaseMetaData::getClientInfoProperties);
  }

  private DriverMetadata() {}

  /** What each call gives: the names of its columns, then its rows. */
  static Map<String, List<List<String>>> of(Database database) throws SQLException {
    Map<String, List<List<String>>> seen = new LinkedHashMap<>();
    try (Connection connection = PlainPostgres.connect(database)) {
      DatabaseMetaData metadata = connection.getMetaData();
      for (Map.Entry<String, Call> call : CALLS.entrySet()) {
        try (ResultSet results = call.getValue().on(metadata)) {
          seen.put(call.getKey(), table(results));
        }
      }
      Set<String> builtIn = builtInTypes(connection);
      List<List<String>> types = seen.get(TYPES);
      types.removeIf(row -> !builtIn.contains(row.getFirst()));
      // The driver says in which order types come only as far as they are of different kinds.
      types.sort(Comparator.comparing(List::getFirst));
      seen.put(
          "of the server",
          List.of(
              List.of(
                  metadata.getDatabaseProductName(),
                  metadata.getDatabaseProductVersion(),
                  metadata.getUserName(),
                  metadata.getSQLKeywords(),
                  Integer.toString(metadata.getMaxColumnNameLength()),
                  Integer.toString(metadata.getMaxColumnsInIndex()),
                  Integer.toString(metadata.getDefaultTransactionIsolation()))));
    }
    return seen;
  }

  private static Set<String> builtInTypes(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet names = statement.executeQuery(BUILT_IN_TYPES)) {
      names.next();
      return Set.of((String[]) names.getArray(1).getArray());
    }
  }

  private static List<List<String>> table(ResultSet results) throws SQLException {
    ResultSetMetaData description = results.getMetaData();
    List<Integer> columns = new ArrayList<>();
    for (int column = 1; column <= description.getColumnCount(); column++) {
      if (!description.getColumnLabel(column).equals(NAME_WITH_OID)) {
        columns.add(column);
      }
    }
    List<List<String>> rows = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int column : columns) {
      names.add(description.getColumnLabel(column));
    }
    rows.add(names);
    while (results.next()) {
      List<String> row = new ArrayList<>();
      for (int column : columns) {
        row.add(results.getString(column));
      }
      rows.add(row);
    }
    return rows;
  }
}
