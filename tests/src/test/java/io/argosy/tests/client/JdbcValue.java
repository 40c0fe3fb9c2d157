package io.argosy.tests.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.stream.StreamSupport;

/** Values of {@code tests/clients/behaviours.json} in JDBC, and JDBC's values as text. */
final class JdbcValue {
  private JdbcValue() {}

  /** Sets a parameter to a value such as {@code {"int": 1}}. */
  static void set(PreparedStatement statement, int index, JsonNode described) throws SQLException {
    String kind = described.fieldNames().next();
    JsonNode value = described.get(kind);
    switch (kind) {
      case "int" -> setNumber(statement, index, value);
      case "bigint" -> statement.setLong(index, value.asLong());
      case "bigint[]" ->
          statement.setArray(
              index,
              statement
                  .getConnection()
                  .createArrayOf(
                      "bigint",
                      StreamSupport.stream(value.spliterator(), false)
                          .map(JsonNode::asLong)
                          .toArray()));
      case "text" -> statement.setString(index, value.isNull() ? null : value.asText());
      case "numeric" -> statement.setBigDecimal(index, new BigDecimal(value.asText()));
      case "float" -> statement.setDouble(index, value.asDouble());
      case "bool" -> statement.setBoolean(index, value.asBoolean());
      case "bytea" -> statement.setBytes(index, HexFormat.of().parseHex(value.asText()));
      case "uuid" -> statement.setObject(index, UUID.fromString(value.asText()));
      case "date" -> statement.setObject(index, LocalDate.parse(value.asText()));
      case "timestamptz" -> statement.setObject(index, OffsetDateTime.parse(value.asText()));
      default -> throw new IllegalArgumentException("unknown kind of value " + described);
    }
  }

  private static void setNumber(PreparedStatement statement, int index, JsonNode value)
      throws SQLException {
    if (value.isNull()) {
      statement.setNull(index, Types.INTEGER);
    } else {
      statement.setInt(index, value.asInt());
    }
  }

  /** A value that the driver gave. */
  static String shown(Object value) throws SQLException {
    return switch (value) {
      case byte[] bytes -> HexFormat.of().formatHex(bytes);
      case Array array -> Arrays.deepToString((Object[]) array.getArray());
      case null -> "null";
      default -> value.getClass().getSimpleName() + " " + value;
    };
  }
}
