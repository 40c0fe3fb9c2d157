package io.argosy.tests.effects;

import io.argosy.coordinator.cluster.KeyHash;
import io.argosy.coordinator.cluster.SlotMap;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The rows of the matrix's tables as the servers store them, read past Argosy. They can be put back
 * to what they were when they were kept.
 */
final class StoredRows {
  /** Where the rows of a table should be, as Argosy's metadata says. */
  private record Placed(String placement, String column, String type) {}

  private final List<Connection> servers;
  private final Map<String, Placed> placements = new HashMap<>();
  private final List<String> readings = new ArrayList<>();

  /** What a look at the tables finds: sorted rows by table, and what must not be. */
  record Look(Map<String, List<String>> rows, Optional<String> fault) {}

  private StoredRows(List<Connection> servers) {
    this.servers = servers;
  }

  /**
   * Keeps the rows of all tables.
   *
   * @param servers the nodes, the home node first, or one PostgreSQL
   */
  static StoredRows keep(List<Connection> servers, boolean distributed) throws SQLException {
    StoredRows stored = new StoredRows(servers);
    if (distributed) {
      stored.readPlacements();
    }
    for (Connection server : servers) {
      StringBuilder readings = new StringBuilder();
      try (Statement statement = server.createStatement()) {
        statement.execute("DROP SCHEMA IF EXISTS kept CASCADE; CREATE SCHEMA kept");
        for (String table : tables(server)) {
          statement.execute("CREATE TABLE kept." + table + " AS SELECT * FROM ONLY m." + table);
          readings
              .append(readings.isEmpty() ? "" : " UNION ALL ")
              .append(
                  "SELECT '%1$s', %2$s::text, %1$s::text FROM ONLY m.%1$s"
                      .formatted(table, stored.keyOf(table)));
        }
      }
      stored.readings.add(readings.toString());
    }
    return stored;
  }

  private String keyOf(String table) {
    Placed placed = placements.get(table);
    return placed == null || placed.column() == null ? "NULL" : placed.column();
  }

  private static List<String> tables(Connection server) throws SQLException {
    List<String> names = new ArrayList<>();
    try (Statement statement = server.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT relname FROM pg_class WHERE relnamespace = 'm'::regnamespace"
                    + " AND relkind = 'r' ORDER BY relname")) {
      while (rows.next()) {
        names.add(rows.getString(1));
      }
    }
    return names;
  }

  private void readPlacements() throws SQLException {
    try (Statement statement = servers.getFirst().createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT c.relname, t.placement, a.attname, format_type(a.atttypid, NULL)"
                    + " FROM pg_class c LEFT JOIN argosy.tables t ON t.relation = c.oid"
                    + " LEFT JOIN pg_attribute a ON a.attrelid = c.oid"
                    + " AND a.attnum = t.distribution_column"
                    + " WHERE c.relnamespace = 'm'::regnamespace AND c.relkind = 'r'")) {
      while (rows.next()) {
        String placement = rows.getString(2) == null ? "single" : rows.getString(2);
        placements.put(
            rows.getString(1), new Placed(placement, rows.getString(3), rows.getString(4)));
      }
    }
  }

  /** The rows now. */
  Look look() throws SQLException {
    List<Map<String, List<String>>> found = new ArrayList<>();
    Optional<String> fault = Optional.empty();
    for (int node = 0; node < servers.size(); node++) {
      Map<String, List<String>> rows = new TreeMap<>();
      try (Statement statement = servers.get(node).createStatement();
          ResultSet result = statement.executeQuery(readings.get(node))) {
        while (result.next()) {
          String table = result.getString(1);
          rows.computeIfAbsent(table, name -> new ArrayList<>()).add(result.getString(3));
          if (!owns(node, table, result.getString(2))) {
            fault =
                Optional.of(
                    "node " + node + " has a row of another: " + table + result.getString(3));
          }
        }
      }
      rows.values().forEach(list -> list.sort(null));
      found.add(rows);
    }
    return merged(found, fault);
  }

  private boolean owns(int node, String table, String key) {
    Placed placed = placements.get(table);
    if (placed == null || !placed.placement().equals("hash")) {
      return true;
    }
    long hash =
        placed.type().equals("integer")
            ? KeyHash.ofInt(Integer.parseInt(key))
            : KeyHash.ofBytes(key.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    return SlotMap.even(servers.size()).owner(SlotMap.slot(hash)) == node;
  }

  private Look merged(List<Map<String, List<String>>> found, Optional<String> fault) {
    Map<String, List<String>> all = new TreeMap<>(found.getFirst());
    Optional<String> wrong = fault;
    for (int node = 1; node < found.size(); node++) {
      for (Map.Entry<String, Placed> table : placements.entrySet()) {
        List<String> home = found.getFirst().getOrDefault(table.getKey(), List.of());
        List<String> here = found.get(node).getOrDefault(table.getKey(), List.of());
        switch (table.getValue().placement()) {
          case "hash" -> {
            List<String> sum = new ArrayList<>(all.getOrDefault(table.getKey(), List.of()));
            sum.addAll(here);
            sum.sort(null);
            if (!sum.isEmpty()) {
              all.put(table.getKey(), sum);
            }
          }
          case "replicated" -> {
            if (!here.equals(home)) {
              wrong = Optional.of("copies differ: " + table.getKey() + home + " and " + here);
            }
          }
          default -> {
            if (!here.isEmpty()) {
              wrong = Optional.of("node " + node + " has rows of local table " + table.getKey());
            }
          }
        }
      }
    }
    return new Look(all, wrong);
  }

  /** Puts all rows and sequences back, without setting anything off. */
  void restore() throws SQLException {
    for (Connection server : servers) {
      try (Statement statement = server.createStatement()) {
        // What a check reads comes back before what it checks.
        List<String> tables = tables(server).reversed();
        statement.execute(
            "SET session_replication_role = replica; TRUNCATE "
                + String.join(", ", tables.stream().map(table -> "m." + table).toList())
                + " RESTART IDENTITY");
        for (String table : tables) {
          String columns = columns(statement, table);
          statement.execute(
              "INSERT INTO m.%1$s (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM kept.%1$s"
                  .formatted(table, columns));
        }
        restoreSequences(statement);
        statement.execute("RESET session_replication_role");
      }
    }
  }

  private static String columns(Statement statement, String table) throws SQLException {
    try (ResultSet row =
        statement.executeQuery(
            "SELECT string_agg(attname, ', ' ORDER BY attnum) FROM pg_attribute WHERE attrelid ="
                + " 'm."
                + table
                + "'::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''")) {
      row.next();
      return row.getString(1);
    }
  }

  /** Each of the first rows has drawn a value. */
  private static void restoreSequences(Statement statement) throws SQLException {
    statement.execute(
        "SELECT setval(oid::regclass, 12) FROM pg_class"
            + " WHERE relnamespace = 'm'::regnamespace AND relkind = 'S'");
  }
}
