package io.argosy.tpcd.data;

import io.argosy.tpcd.schema.Placement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * The table {@code tpcd_updates}, in which every transaction of an update function writes a row of
 * its own. A set that was interrupted goes on from there, and whoever reads it in one snapshot with
 * other tables knows which updates they have. Used by one thread at a time.
 *
 * @param connection to the server that has the table
 */
public record UpdateLog(Connection connection) {
  static final String TABLE = "tpcd_updates";

  /**
   * How far a set is.
   *
   * @param steps transactions that have been committed
   * @param orders orders that they have inserted or deleted
   */
  public record Progress(int steps, long orders) {}

  /** The statements that create the table. */
  static List<String> create(Placement placement) {
    List<String> statements = new ArrayList<>();
    statements.add(
        "CREATE TABLE "
            + TABLE
            + " (update_function text, set_number integer, step integer,"
            + " orders_done bigint not null, primary key (update_function, set_number, step))");
    statements.addAll(placement.declareReplicated(TABLE));
    return statements;
  }

  /** Whether the table exists, which {@link Loader} creates. */
  public boolean exists() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT to_regclass('" + TABLE + "') IS NOT NULL")) {
      row.next();
      return row.getBoolean(1);
    }
  }

  /** Creates the table where another program has loaded the data. */
  public void create() throws SQLException {
    Placement placement = Placement.detect(connection);
    try (Statement statement = connection.createStatement()) {
      for (String sql : create(placement)) {
        statement.execute(sql);
      }
    }
  }

  /** Whether no update has been made since the load. */
  boolean isEmpty() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT count(*) FROM " + TABLE)) {
      row.next();
      return row.getLong(1) == 0;
    }
  }

  /** How far a set is. */
  public Progress progress(String function, int set) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT coalesce(max(step), 0), coalesce(max(orders_done), 0) FROM "
                + TABLE
                + " WHERE update_function = ? AND set_number = ?")) {
      query.setString(1, function);
      query.setInt(2, set);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return new Progress(row.getInt(1), row.getLong(2));
      }
    }
  }

  /** The highest number of a set of either function that was begun; 0 if none was. */
  public int highestSet() throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery("SELECT coalesce(max(set_number), 0) FROM " + TABLE)) {
      row.next();
      return row.getInt(1);
    }
  }

  /** How many transactions of these sets, of both functions, have been committed. */
  public long transactions(int firstSet, int lastSet) throws SQLException {
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT count(*) FROM " + TABLE + " WHERE set_number BETWEEN ? AND ?")) {
      query.setInt(1, firstSet);
      query.setInt(2, lastSet);
      try (ResultSet row = query.executeQuery()) {
        row.next();
        return row.getLong(1);
      }
    }
  }

  /** How many orders of which sets of which function other sets than these have changed. */
  public List<String> othersThan(int firstSet, int lastSet) throws SQLException {
    List<String> others = new ArrayList<>();
    try (PreparedStatement query =
        connection.prepareStatement(
            "SELECT update_function, set_number, max(orders_done) FROM "
                + TABLE
                + " WHERE set_number NOT BETWEEN ? AND ? GROUP BY 1, 2 ORDER BY 1, 2")) {
      query.setInt(1, firstSet);
      query.setInt(2, lastSet);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          others.add("%s set %d: %d".formatted(row.getString(1), row.getInt(2), row.getLong(3)));
        }
      }
    }
    return others;
  }

  /**
   * Writes what will be reached when the transaction commits.
   *
   * @throws SQLException 23505 when another run is at the same step of the set
   */
  public void write(String function, int set, Progress reached) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO "
                + TABLE
                + " (update_function, set_number, step, orders_done) VALUES (?, ?, ?, ?)")) {
      insert.setString(1, function);
      insert.setInt(2, set);
      insert.setInt(3, reached.steps());
      insert.setLong(4, reached.orders());
      insert.executeUpdate();
    }
  }
}
