package io.argosy.server.rebalance;

import io.argosy.coordinator.cluster.Identifiers;
import io.argosy.coordinator.cluster.KeyType;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Indexes that find the rows of slots, so that a step need not read whole tables, for as long as a
 * rebalance lasts. They are made and dropped while others write. Not thread-safe.
 */
final class SlotIndexes {
  /** Smaller tables are read about as fast. */
  private static final long SMALLEST_TABLE = 4L << 20;

  private static final String PREFIX = "argosy_slots_";

  private static final String TABLES =
      """
      SELECT n.nspname, c.relname, c.oid, a.attname, g.key_type,
             (SELECT i.indisvalid FROM pg_index i JOIN pg_class x ON x.oid = i.indexrelid
              WHERE i.indrelid = c.oid AND x.relname = '%1$s' || c.oid)
      FROM argosy.placed_tables t
      JOIN pg_class c ON c.oid = t.table_name AND c.relkind = 'r'
      JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = t.distribution_column
      JOIN argosy.colocation_groups g ON g.id = t.colocation_group
      WHERE t.table_type = 'distributed'
        AND EXISTS (SELECT FROM argosy.table_sizes s WHERE s.schema_name = n.nspname
                    AND s.table_name = c.relname AND s.bytes >= %2$d)
      ORDER BY c.oid\
      """
          .formatted(PREFIX, SMALLEST_TABLE);

  private final Connection connection;
  private final List<String> made = new ArrayList<>();

  private record Table(String schema, String name, String index, String slots, Boolean valid) {
    String qualifiedName() {
      return Identifiers.quote(schema) + "." + Identifiers.quote(name);
    }

    String qualifiedIndex() {
      return Identifiers.quote(schema) + "." + index;
    }
  }

  /**
   * @param connection to a coordinator, as a superuser, in autocommit
   */
  SlotIndexes(Connection connection) {
    this.connection = connection;
  }

  /**
   * Makes those that are missing; what an earlier run has left is used.
   *
   * @param patience how long one may take, which waits for all transactions that are open
   * @throws SQLException 57014 when one takes longer
   */
  void make(Rebalancing.Observer observer, Duration patience) throws SQLException {
    List<Table> tables = tables();
    observer.makesIndexes(tables.size());
    run("SET statement_timeout = " + patience.toMillis());
    try {
      for (Table table : tables) {
        make(table);
      }
    } finally {
      run("RESET statement_timeout");
    }
  }

  private List<Table> tables() throws SQLException {
    List<Table> tables = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(TABLES)) {
      while (rows.next()) {
        String slots =
            KeyType.of(rows.getString(5)).slotExpression(Identifiers.quote(rows.getString(4)));
        tables.add(
            new Table(
                rows.getString(1),
                rows.getString(2),
                PREFIX + rows.getString(3),
                slots,
                (Boolean) rows.getObject(6)));
      }
    }
    return tables;
  }

  private void make(Table table) throws SQLException {
    if (Boolean.FALSE.equals(table.valid())) {
      // A run was stopped while it was made.
      run("DROP INDEX CONCURRENTLY IF EXISTS " + table.qualifiedIndex());
    }
    made.add(table.qualifiedIndex());
    run(
        "CREATE INDEX CONCURRENTLY IF NOT EXISTS %s ON %s ((%s))"
            .formatted(table.index(), table.qualifiedName(), table.slots()));
    // Of an expression PostgreSQL knows nothing before.
    run("ANALYZE " + table.qualifiedName());
  }

  /** Drops them. */
  void drop() throws SQLException {
    for (String index : made) {
      run("DROP INDEX CONCURRENTLY IF EXISTS " + index);
    }
    made.clear();
  }

  private void run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
