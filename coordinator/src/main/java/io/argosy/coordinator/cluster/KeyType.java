package io.argosy.coordinator.cluster;

import io.argosy.agent.postgres.PostgresException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
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
  DATE("hashint4extended(%s OPERATOR(pg_catalog.-) '2000-01-01'::pg_catalog.date, 0)"),
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
    // PostgreSQL writes the schema where another type of the name comes first.
    String base =
        type.toLowerCase(Locale.ROOT)
            .replaceAll("\\([^)]*\\)", "")
            .replaceFirst("^pg_catalog\\.", "");
    return switch (base) {
      case "smallint" -> SMALLINT;
      case "integer" -> INTEGER;
      case "bigint" -> BIGINT;
      case "text" -> TEXT;
      case "character varying" -> VARCHAR;
      case "character", "bpchar" -> CHAR;
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

  /**
   * How many bytes a text may have that an assignment to a type surely leaves as it is: the n of
   * {@code character varying(n)}.
   */
  public static int mostBytes(String declaredType) {
    int open = declaredType.indexOf('(');
    return open < 0 || !declaredType.startsWith("character varying")
        ? Integer.MAX_VALUE
        : Integer.parseInt(declaredType, open + 1, declaredType.indexOf(')'), 10);
  }

  /** SQL for the slot of a value. */
  public String slotExpression(String value) {
    return "(pg_catalog."
        + String.format(Locale.ROOT, hashExpression, value)
        + " OPERATOR(pg_catalog.&) "
        + (SlotMap.SLOTS - 1)
        + "::pg_catalog.int8)";
  }

  /** SQL for the position of the node that owns a value, an int4; the home node's for NULL. */
  public String nodeExpression(String value, SlotMap slots) {
    // As SlotMap.owner computes it.
    return "coalesce("
        + slotExpression(value)
        + " OPERATOR(pg_catalog.*) "
        + slots.nodes()
        + " OPERATOR(pg_catalog./) "
        + SlotMap.SLOTS
        + ", "
        + Cluster.HOME
        + ")::pg_catalog.int4";
  }

  /** SQL for whether a node owns a value; NULL is the home node's. */
  public String ownerIs(int node, String value, SlotMap slots) {
    // A range of slots has two bounds, for each of which PostgreSQL would hash anew.
    return "(" + nodeExpression(value, slots) + " OPERATOR(pg_catalog.=) " + node + ")";
  }

  /**
   * The hash of a value given in PostgreSQL's text format, where Java surely reads the text as
   * PostgreSQL does; empty where PostgreSQL must be asked.
   */
  public OptionalLong hashOfText(byte[] text) {
    return hashOfText(text, 0, text.length);
  }

  /** The same for a part of an array. */
  public OptionalLong hashOfText(byte[] text, int from, int to) {
    return switch (this) {
      case SMALLINT, INTEGER, BIGINT -> hashOfDigits(text, from, to);
      case TEXT, VARCHAR -> OptionalLong.of(KeyHash.ofBytes(Arrays.copyOfRange(text, from, to)));
      case UUID_VALUE -> hashOfUuid(text, from, to);
      case CHAR, DATE, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE, NUMERIC -> OptionalLong.empty();
    };
  }

  /**
   * The hash of a value given in the binary format of this type; empty where it is not one or
   * PostgreSQL must be asked.
   */
  public OptionalLong hashOfBinary(byte[] value, int from, int to) {
    ByteBuffer buffer = ByteBuffer.wrap(value, from, to - from);
    int length = to - from;
    return switch (this) {
      case SMALLINT -> length == Short.BYTES ? ofLong(buffer.getShort()) : OptionalLong.empty();
      case INTEGER -> length == Integer.BYTES ? ofLong(buffer.getInt()) : OptionalLong.empty();
      case BIGINT -> length == Long.BYTES ? ofLong(buffer.getLong()) : OptionalLong.empty();
      case TEXT, VARCHAR, UUID_VALUE ->
          OptionalLong.of(KeyHash.ofBytes(Arrays.copyOfRange(value, from, to)));
      case CHAR, DATE, TIMESTAMP, TIMESTAMP_WITH_TIME_ZONE, NUMERIC -> OptionalLong.empty();
    };
  }

  private static OptionalLong ofLong(long value) {
    return OptionalLong.of(KeyHash.ofLong(value));
  }

  private static OptionalLong hashOfDigits(byte[] text, int from, int to) {
    int start = to - from > 1 && text[from] == '-' ? from + 1 : from;
    if (to == start || to - start > 18) {
      return OptionalLong.empty();
    }
    long value = 0;
    for (int i = start; i < to; i++) {
      if (text[i] < '0' || text[i] > '9') {
        return OptionalLong.empty();
      }
      value = value * 10 + (text[i] - '0');
    }
    return ofLong(start == from ? value : -value);
  }

  private static OptionalLong hashOfUuid(byte[] text, int from, int to) {
    String string = new String(text, from, to - from, StandardCharsets.US_ASCII);
    if (!string.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) {
      return OptionalLong.empty();
    }
    UUID uuid = UUID.fromString(string);
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array();
    return OptionalLong.of(KeyHash.ofBytes(bytes));
  }
}
