package io.argosy.coordinator.cluster;

import io.argosy.agent.postgres.PostgresException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.UUID;

/** The types a distribution column can have, and how the hash of their values is computed. */
public enum KeyType {
  SMALLINT("hashint2extended(%s, 0)"),
  INTEGER("hashint4extended(%s, 0)"),
  BIGINT("hashint8extended(%s, 0)"),
  TEXT("hashtextextended(%s, 0)"),
  VARCHAR("hashtextextended(%s, 0)"),
  CHAR("hashbpcharextended(%s, 0)"),
  UUID_VALUE("uuid_hash_extended(%s, 0)"),
  DATE("hashint4extended(%s - date '2000-01-01', 0)"),
  TIMESTAMP("timestamp_hash_extended(%s, 0)"),
  TIMESTAMP_WITH_TIME_ZONE("timestamp_hash_extended(%s at time zone 'UTC', 0)"),
  NUMERIC("hash_numeric_extended(%s, 0)");

  private final String hashExpression;

  KeyType(String hashExpression) {
    this.hashExpression = hashExpression;
  }

  /**
   * The key type for a column's type.
   *
   * @param type as {@code format_type} prints it, with or without a modifier
   * @throws PostgresException 0A000 for a type whose values cannot be distribution keys
   */
  public static KeyType of(String type) {
    String base = type.toLowerCase(Locale.ROOT).replaceAll("\\([^)]*\\)", "");
    return switch (base) {
      case "smallint" -> SMALLINT;
      case "integer" -> INTEGER;
      case "bigint" -> BIGINT;
      case "text" -> TEXT;
      case "character varying" -> VARCHAR;
      case "character" -> CHAR;
      case "uuid" -> UUID_VALUE;
      case "date" -> DATE;
      case "timestamp without time zone" -> TIMESTAMP;
      case "timestamp with time zone" -> TIMESTAMP_WITH_TIME_ZONE;
      case "numeric" -> NUMERIC;
      default ->
          throw new PostgresException(
              "0A000",
              "a column of type " + type + " cannot be a distribution column",
              "Distribute by a column of type smallint, integer, bigint, text, varchar, char, uuid,"
                  + " date, timestamp, timestamptz or numeric.");
    };
  }

  /** SQL for the slot of a value. */
  public String slotExpression(String value) {
    return "(pg_catalog."
        + String.format(Locale.ROOT, hashExpression, value)
        + " & "
        + (SlotMap.SLOTS - 1)
        + ")";
  }

  /**
   * The hash of a value given in PostgreSQL's text format, where Java surely reads the text as
   * PostgreSQL does; empty where PostgreSQL must be asked.
   */
  public OptionalLong hashOfText(byte[] text) {
    return switch (this) {
      case SMALLINT, INTEGER, BIGINT -> hashOfDigits(text);
      case TEXT, VARCHAR -> OptionalLong.of(KeyHash.ofBytes(text));
      case UUID_VALUE -> hashOfUuid(text);
      case CHAR, DATE, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE, NUMERIC -> OptionalLong.empty();
    };
  }

  private static OptionalLong hashOfDigits(byte[] text) {
    int start = text.length > 1 && text[0] == '-' ? 1 : 0;
    if (text.length == start || text.length - start > 18) {
      return OptionalLong.empty();
    }
    long value = 0;
    for (int i = start; i < text.length; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return OptionalLong.empty();
      }
      value = value * 10 + (text[i] - '0');
    }
    return OptionalLong.of(KeyHash.ofLong(start == 1 ? -value : value));
  }

  private static OptionalLong hashOfUuid(byte[] text) {
    String string = new String(text, StandardCharsets.US_ASCII);
    if (!string.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) {
      return OptionalLong.empty();
    }
    UUID uuid = UUID.fromString(string);
    byte[] bytes =
        java.nio.ByteBuffer.allocate(16)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array();
    return OptionalLong.of(KeyHash.ofBytes(bytes));
  }
}
