package io.argosy.tests.differential;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import org.postgresql.util.PGobject;

/**
 * A bound value of a prepared statement, written {@code type:value} in a corpus; {@code null:type}
 * is a typed NULL.
 *
 * @param type the PostgreSQL type's name, which chooses the driver's setter and so the wire format
 * @param value the value's text, null for NULL
 */
public record Parameter(String type, String value) {

  static Parameter parse(String text) {
    int colon = text.indexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("a parameter is written type:value, not " + text);
    }
    String type = text.substring(0, colon);
    String value = text.substring(colon + 1);
    return type.equals("null") ? new Parameter(value, null) : new Parameter(type, value);
  }

  void bind(PreparedStatement statement, int index) throws SQLException {
    if (value == null) {
      bindNull(statement, index);
      return;
    }
    switch (type) {
      case "smallint" -> statement.setShort(index, Short.parseShort(value));
      case "int" -> statement.setInt(index, Integer.parseInt(value));
      case "bigint" -> statement.setLong(index, Long.parseLong(value));
      case "float8" -> statement.setDouble(index, Double.parseDouble(value));
      case "numeric" -> statement.setBigDecimal(index, new BigDecimal(value));
      case "bool" -> statement.setBoolean(index, Boolean.parseBoolean(value));
      case "text" -> statement.setString(index, value);
      default -> statement.setObject(index, object());
    }
  }

  private void bindNull(PreparedStatement statement, int index) throws SQLException {
    int jdbcType =
        switch (type) {
          case "int" -> Types.INTEGER;
          case "bigint" -> Types.BIGINT;
          case "numeric" -> Types.NUMERIC;
          case "text" -> Types.VARCHAR;
          default -> Types.OTHER;
        };
    statement.setNull(index, jdbcType);
  }

  private PGobject object() throws SQLException {
    PGobject object = new PGobject();
    object.setType(type);
    object.setValue(value);
    return object;
  }
}
