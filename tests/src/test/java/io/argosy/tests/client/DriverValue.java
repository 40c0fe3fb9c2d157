package io.argosy.tests.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.sql.Array;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.stream.StreamSupport;

/**
 * A value of {@code tests/clients/behaviours.json} for a driver of Java.
 *
 * @param type what the driver is told it is, also where it is null
 * @param value the value; null for SQL's NULL
 */
record DriverValue(Class<?> type, Object value) {
  /** Reads a value such as {@code {"int": 1}}. */
  static DriverValue parse(JsonNode described) {
    String kind = described.fieldNames().next();
    JsonNode value = described.get(kind);
    String text = value.asText();
    return switch (kind) {
      case "int" -> new DriverValue(Integer.class, value.isNull() ? null : value.asInt());
      case "bigint" -> new DriverValue(Long.class, value.asLong());
      case "bigint[]" ->
          new DriverValue(
              Long[].class,
              StreamSupport.stream(value.spliterator(), false)
                  .map(JsonNode::asLong)
                  .toArray(Long[]::new));
      case "text" -> new DriverValue(String.class, value.isNull() ? null : text);
      case "numeric" -> new DriverValue(BigDecimal.class, new BigDecimal(text));
      case "float" -> new DriverValue(Double.class, value.asDouble());
      case "bool" -> new DriverValue(Boolean.class, value.asBoolean());
      case "bytea" -> new DriverValue(byte[].class, HexFormat.of().parseHex(text));
      case "uuid" -> new DriverValue(UUID.class, UUID.fromString(text));
      case "date" -> new DriverValue(LocalDate.class, LocalDate.parse(text));
      case "timestamptz" -> new DriverValue(OffsetDateTime.class, OffsetDateTime.parse(text));
      default -> throw new IllegalArgumentException("unknown kind of value " + described);
    };
  }

  /** A value that the driver gave. */
  static String shown(Object value) throws SQLException {
    return switch (value) {
      case byte[] bytes -> HexFormat.of().formatHex(bytes);
      case ByteBuffer bytes -> HexFormat.of().formatHex(bytes.array());
      case Array array -> Arrays.deepToString((Object[]) array.getArray());
      case Object[] array -> Arrays.deepToString(array);
      case null -> "null";
      default -> value.getClass().getSimpleName() + " " + value;
    };
  }
}
