package io.argosy.tpcd.data;

import io.argosy.tpcd.schema.Placement;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import java.util.Optional;

/**
 * What the table {@code tpcd_load} says about the data of a server. Its one row is written when
 * everything else is done, so that data without it is the rest of a load that did not end.
 *
 * @param scale the scale factor
 * @param placement how the tables were placed
 */
public record LoadRecord(double scale, Placement placement) {
  static final String TABLE = "tpcd_load";
  private static final String UNDEFINED_TABLE = "42P01";

  /** The record of a finished load, or nothing. The connection must be in autocommit mode. */
  public static Optional<LoadRecord> read(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT scale, placement FROM " + TABLE)) {
      return row.next()
          ? Optional.of(new LoadRecord(row.getDouble("scale"), placement(row.getString(2))))
          : Optional.empty();
    } catch (SQLException e) {
      if (UNDEFINED_TABLE.equals(e.getSQLState())) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static Placement placement(String name) {
    return Placement.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
  }

  void write(Connection connection) throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + TABLE + " (scale, placement) VALUES (?, ?)")) {
      insert.setBigDecimal(1, BigDecimal.valueOf(scale));
      insert.setString(2, placement.toString());
      insert.executeUpdate();
    }
  }
}
