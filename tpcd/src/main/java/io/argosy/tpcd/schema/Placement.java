package io.argosy.tpcd.schema;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/**
 * Where the tables live in a cluster. The names of the first two are those of Taufer, Stricker and
 * Weber, "Inverting Middleware" (2002), who compare these schemas. Placement is declared with the
 * functions {@code create_distributed_table} and {@code create_reference_table}.
 */
public enum Placement {
  /** Orders and lineitem partitioned by order key and colocated, the rest on every node. */
  TWO_PART(
      "SELECT create_distributed_table('orders', 'o_orderkey')",
      "SELECT create_distributed_table('lineitem', 'l_orderkey', colocate_with => 'orders')",
      "SELECT create_reference_table('part')",
      "SELECT create_reference_table('partsupp')",
      "SELECT create_reference_table('customer')",
      "SELECT create_reference_table('supplier')",
      "SELECT create_reference_table('nation')",
      "SELECT create_reference_table('region')"),
  /** Only lineitem partitioned, the rest on every node. */
  ONE_PART(
      "SELECT create_distributed_table('lineitem', 'l_orderkey')",
      "SELECT create_reference_table('orders')",
      "SELECT create_reference_table('part')",
      "SELECT create_reference_table('partsupp')",
      "SELECT create_reference_table('customer')",
      "SELECT create_reference_table('supplier')",
      "SELECT create_reference_table('nation')",
      "SELECT create_reference_table('region')"),
  /** Everything that grows with the scale is partitioned; only nation and region are not. */
  ALL_PART(
      "SELECT create_distributed_table('orders', 'o_orderkey')",
      "SELECT create_distributed_table('lineitem', 'l_orderkey', colocate_with => 'orders')",
      "SELECT create_distributed_table('part', 'p_partkey')",
      "SELECT create_distributed_table('partsupp', 'ps_partkey', colocate_with => 'part')",
      "SELECT create_distributed_table('customer', 'c_custkey')",
      "SELECT create_distributed_table('supplier', 's_suppkey')",
      "SELECT create_reference_table('nation')",
      "SELECT create_reference_table('region')"),
  /** Nothing is declared: a single PostgreSQL. */
  NONE;

  private final List<String> declarations;

  Placement(String... declarations) {
    this.declarations = List.of(declarations);
  }

  /** The statements that declare the placement of the eight tables, to run while they are empty. */
  public List<String> declarations() {
    return declarations;
  }

  /** The statement that puts a table of the benchmark's own on every node, if there are several. */
  public List<String> declareReplicated(String table) {
    return this == NONE ? List.of() : List.of("SELECT create_reference_table('" + table + "')");
  }

  /** The statement that divides such a table by a column, if there are several nodes. */
  public List<String> declareDistributed(String table, String column) {
    return this == NONE
        ? List.of()
        : List.of("SELECT create_distributed_table('" + table + "', '" + column + "')");
  }

  /**
   * The placement a server can take: {@link #TWO_PART} if it knows the function that declares it,
   * {@link #NONE} if not.
   */
  public static Placement detect(Connection connection) throws SQLException {
    if (ServerKind.isArgosy(connection)) {
      return TWO_PART;
    }
    try (Statement statement = connection.createStatement();
        ResultSet found =
            statement.executeQuery(
                "SELECT 1 FROM pg_catalog.pg_proc WHERE proname = 'create_distributed_table'")) {
      return found.next() ? TWO_PART : NONE;
    }
  }

  /** As options on the command line spell it: {@code two-part}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
