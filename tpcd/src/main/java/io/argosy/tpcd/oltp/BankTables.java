package io.argosy.tpcd.oltp;

import io.argosy.tpcd.BenchmarkException;
import io.argosy.tpcd.data.LoadProgress;
import io.argosy.tpcd.run.ServerFailedException;
import io.argosy.tpcd.schema.Placement;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/**
 * Makes the tables on a server and fills them by COPY: for every branch ten tellers and 100,000
 * accounts, without any money. Where the server can distribute tables over nodes, they are
 * distributed.
 *
 * @param url JDBC URL of the server
 * @param scale how many branches there are
 * @param workloads what will be run
 */
public record BankTables(String url, int scale, List<Workload> workloads) {
  private static final String OBJECT_NOT_IN_PREREQUISITE_STATE = "55000";
  private static final int BUFFER_BYTES = 64 * 1024;

  public BankTables {
    workloads = List.copyOf(workloads);
  }

  /**
   * Makes what is missing. Tables of the same scale are taken as they are, and only their history
   * is emptied, as pgbench does.
   *
   * @param replace whether tables of another scale are dropped
   * @param progress told of the rows
   * @throws BenchmarkException 55000 when there are such tables and they are not to be dropped
   */
  public void ensure(boolean replace, LoadProgress progress) throws ServerFailedException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      boolean cluster = Placement.detect(connection) != Placement.NONE;
      for (TableSet tables : sets()) {
        ensure(connection, statement, tables, cluster, replace, progress);
      }
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }

  private List<TableSet> sets() {
    return workloads.stream()
        .map(workload -> workload.kind().tables())
        .distinct()
        .sorted()
        .toList();
  }

  private void ensure(
      Connection connection,
      Statement statement,
      TableSet tables,
      boolean cluster,
      boolean replace,
      LoadProgress progress)
      throws SQLException {
    int found = count(statement, tables);
    boolean loaded = found == tables.tables().size() && isLoaded(statement, tables);
    if (loaded) {
      statement.execute("TRUNCATE " + tables.history());
      statement.execute("VACUUM " + tables.branches());
      statement.execute("VACUUM " + tables.tellers());
      return;
    }
    if (found > 0 && !replace) {
      throw new BenchmarkException(
          OBJECT_NOT_IN_PREREQUISITE_STATE,
          "there are tables %s.. that are not of scale %d".formatted(tables.branches(), scale),
          "To drop them and make new ones, add --replace.");
    }
    drop(statement, tables);
    for (String sql : tables.creation()) {
      statement.execute(sql);
    }
    if (cluster) {
      for (String sql : tables.distribution()) {
        statement.execute(sql);
      }
    }
    fill(connection, tables, progress);
    for (String table : tables.tables()) {
      statement.execute("VACUUM ANALYZE " + table);
    }
  }

  /** How many of the tables there are. */
  private static int count(Statement statement, TableSet tables) throws SQLException {
    String each =
        tables.tables().stream()
            .map(table -> "(to_regclass('" + table + "') IS NOT NULL)::int")
            .collect(Collectors.joining(" + "));
    try (ResultSet found = statement.executeQuery("SELECT " + each)) {
      found.next();
      return found.getInt(1);
    }
  }

  /** Branches come last, so that a load that was interrupted does not look like one. */
  private boolean isLoaded(Statement statement, TableSet tables) throws SQLException {
    try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM " + tables.branches())) {
      rows.next();
      return rows.getLong(1) == scale;
    }
  }

  /** Drops them. */
  public void drop() throws ServerFailedException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (TableSet tables : sets()) {
        drop(statement, tables);
      }
    } catch (SQLException e) {
      throw new ServerFailedException(url, e);
    }
  }

  private static void drop(Statement statement, TableSet tables) throws SQLException {
    for (String table : tables.tables()) {
      statement.execute("DROP TABLE IF EXISTS " + table);
    }
  }

  private void fill(Connection connection, TableSet tables, LoadProgress progress)
      throws SQLException {
    copy(
        connection,
        tables.accounts(),
        (long) scale * TableSet.ACCOUNTS,
        // The filler of accounts is blank, that of the others null.
        row -> row + "\t" + ((row - 1) / TableSet.ACCOUNTS + 1) + "\t0\t\n",
        progress);
    copy(
        connection,
        tables.tellers(),
        (long) scale * TableSet.TELLERS,
        row -> row + "\t" + ((row - 1) / TableSet.TELLERS + 1) + "\t0\t\\N\n",
        LoadProgress.NONE);
    copy(connection, tables.branches(), scale, row -> row + "\t0\t\\N\n", LoadProgress.NONE);
  }

  private static void copy(
      Connection connection,
      String table,
      long rows,
      LongFunction<String> line,
      LoadProgress progress)
      throws SQLException {
    CopyIn copy =
        connection.unwrap(PGConnection.class).getCopyAPI().copyIn("COPY " + table + " FROM STDIN");
    try {
      StringBuilder lines = new StringBuilder(BUFFER_BYTES);
      for (long row = 1; row <= rows; row++) {
        lines.append(line.apply(row));
        if (row == rows || lines.length() > BUFFER_BYTES - 1024) {
          byte[] bytes = lines.toString().getBytes(StandardCharsets.US_ASCII);
          copy.writeToCopy(bytes, 0, bytes.length);
          lines.setLength(0);
          progress.report("loading " + table, row, rows);
        }
      }
      copy.endCopy();
    } finally {
      if (copy.isActive()) {
        copy.cancelCopy();
      }
    }
  }
}
