package io.argosy.coordinator.cluster;

import io.argosy.protocol.message.PostgresException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How the values of a distribution column are hashed: the same for equal values, and on every node.
 *
 * @param name as {@code argosy.key_type} and, for types of PostgreSQL's own, {@code format_type}
 *     say it
 * @param hashExpression SQL for the hash, with %1$s for the value
 * @param written how Java reads values
 */
public record KeyType(String name, String hashExpression, Written written) {
  private static final String CATALOG = "pg_catalog.";

  /** The ways in which Java reads values by itself. */
  public enum Written {
    INTEGER,
    TEXT,
    VARCHAR,
    UUID,
    /** PostgreSQL is asked. */
    OTHERWISE
  }

  private static final String AS_TEXT =
      "hashtextextended(CAST(%1$s AS pg_catalog.text) COLLATE pg_catalog.\"C\", 0)";

  /**
   * The key type of a name.
   *
   * @throws PostgresException 0A000 for a type whose values cannot be distribution keys
   */
  public static KeyType of(String type) {
    return find(type).orElseThrow(() -> refusal(type));
  }

  /** That a type cannot be that of a distribution column. */
  public static PostgresException refusal(String type) {
    return new PostgresException(
        "0A000",
        "a column of type " + type + " cannot be a distribution column",
        "Equal values must have equal hashes on all nodes: distribute by a column of a number,"
            + " text, citext, bytea, uuid, boolean, date, time, interval, network, bit string,"
            + " jsonb or enum type, of a domain over one, or of an array, range or composite type"
            + " of such that is not of enums, bit strings or citext.");
  }

  /**
   * The same where there may be none.
   *
   * @param type what {@code argosy.key_type} says, or {@code format_type} of one of PostgreSQL's
   *     types, with or without a modifier
   */
  public static Optional<KeyType> find(String type) {
    // PostgreSQL writes the schema where another type of the name comes first.
    String plain = type.startsWith(CATALOG) ? type.substring(CATALOG.length()) : type;
    if (plain.endsWith("[]")) {
      return Optional.of(otherwise(plain, "hash_array_extended(%1$s, 0)"));
    }
    if (plain.startsWith("row(")) {
      // No domain over a composite type is a record, but every one can be in an array.
      return Optional.of(
          otherwise(
              plain,
              "hash_array_extended(CASE WHEN pg_catalog.num_nulls(%1$s) OPERATOR(pg_catalog.=) 0"
                  + " THEN ARRAY[%1$s] END, 0)"));
    }
    if (plain.startsWith("range(")) {
      return Optional.of(otherwise(plain, "hash_range_extended(%1$s, 0)"));
    }
    if (plain.startsWith("multirange(")) {
      return Optional.of(otherwise(plain, "hash_multirange_extended(%1$s, 0)"));
    }
    String folded = plain.toLowerCase(Locale.ROOT);
    return scalar(folded.contains("(") ? folded.replaceAll("\\([^)]*\\)", "") : folded);
  }

  private static Optional<KeyType> scalar(String name) {
    return Optional.ofNullable(
        switch (name) {
          case "smallint" -> new KeyType(name, "hashint2extended(%1$s, 0)", Written.INTEGER);
          case "integer" -> new KeyType(name, "hashint4extended(%1$s, 0)", Written.INTEGER);
          case "bigint" -> new KeyType(name, "hashint8extended(%1$s, 0)", Written.INTEGER);
          case "text" -> new KeyType(name, "hashtextextended(%1$s, 0)", Written.TEXT);
          case "character varying" ->
              new KeyType(name, "hashtextextended(%1$s, 0)", Written.VARCHAR);
          case "character", "bpchar" -> otherwise(name, "hashbpcharextended(%1$s, 0)");
          case "uuid" -> new KeyType(name, "uuid_hash_extended(%1$s, 0)", Written.UUID);
          case "date" ->
              otherwise(
                  name,
                  // An infinite date has no distance, but the first and the last number for it.
                  "hashint4extended(CASE WHEN pg_catalog.isfinite(%1$s)"
                      + " THEN %1$s OPERATOR(pg_catalog.-) '2000-01-01'::pg_catalog.date"
                      + " WHEN %1$s OPERATOR(pg_catalog.<) '2000-01-01'::pg_catalog.date"
                      + " THEN '-2147483648'::pg_catalog.int4"
                      + " WHEN %1$s OPERATOR(pg_catalog.>) '2000-01-01'::pg_catalog.date"
                      + " THEN 2147483647 END, 0)");
          case "timestamp without time zone" -> otherwise(name, "timestamp_hash_extended(%1$s, 0)");
          case "timestamp with time zone" ->
              otherwise(name, "timestamp_hash_extended(%1$s at time zone 'UTC', 0)");
          case "time without time zone" -> otherwise(name, "time_hash_extended(%1$s, 0)");
          case "time with time zone" -> otherwise(name, "timetz_hash_extended(%1$s, 0)");
          case "interval" -> otherwise(name, "interval_hash_extended(%1$s, 0)");
          case "numeric" -> otherwise(name, "hash_numeric_extended(%1$s, 0)");
          case "real" -> otherwise(name, "hashfloat4extended(%1$s, 0)");
          case "double precision" -> otherwise(name, "hashfloat8extended(%1$s, 0)");
          case "boolean" -> otherwise(name, "hashint4extended(CAST(%1$s AS pg_catalog.int4), 0)");
          case "bytea" -> otherwise(name, "hashtextextended(pg_catalog.encode(%1$s, 'hex'), 0)");
          case "oid" -> otherwise(name, "hashoidextended(%1$s, 0)");
          case "\"char\"" -> otherwise(name, "hashcharextended(%1$s, 0)");
          case "name" -> otherwise(name, "hashnameextended(%1$s, 0)");
          case "inet", "cidr" -> otherwise(name, "hashinetextended(%1$s, 0)");
          case "macaddr" -> otherwise(name, "hashmacaddrextended(%1$s, 0)");
          case "macaddr8" -> otherwise(name, "hashmacaddr8extended(%1$s, 0)");
          case "jsonb" -> otherwise(name, "jsonb_hash_extended(%1$s, 0)");
          // PostgreSQL has no hash of the one, and hashes the other by numbers of the node.
          case "bit", "bit varying", "enum" -> otherwise(name, AS_TEXT);
          // As the extension does it, whatever its schema is.
          case "citext" ->
              otherwise(
                  name,
                  "hashtextextended(pg_catalog.lower(CAST(%1$s AS pg_catalog.text) COLLATE"
                      + " pg_catalog.\"default\") COLLATE pg_catalog.\"C\", 0)");
          case "int4range", "int8range", "numrange", "daterange", "tsrange", "tstzrange" ->
              otherwise(name, "hash_range_extended(%1$s, 0)");
          case "int4multirange",
              "int8multirange",
              "nummultirange",
              "datemultirange",
              "tsmultirange",
              "tstzmultirange" ->
              otherwise(name, "hash_multirange_extended(%1$s, 0)");
          default -> null;
        });
  }

  private static KeyType otherwise(String name, String hashExpression) {
    return new KeyType(name, hashExpression, Written.OTHERWISE);
  }

  /**
   * How many bytes a text may have that an assignment to a type surely leaves as it is: the n of
   * {@code character varying(n)}.
   */
  public static int mostBytes(String declaredType) {
    if (!declaredType.startsWith("character varying")) {
      return declaredType.equals("text") ? Integer.MAX_VALUE : 0;
    }
    int open = declaredType.indexOf('(');
    return open < 0
        ? Integer.MAX_VALUE
        : Integer.parseInt(declaredType, open + 1, declaredType.indexOf(')'), 10);
  }

  /** Whether an assignment to a type leaves a value as it is that has so many bytes. */
  public boolean fits(String declaredType, int bytes) {
    return switch (written) {
      case TEXT, VARCHAR -> bytes <= mostBytes(declaredType);
      case INTEGER, UUID, OTHERWISE -> true;
    };
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
    return "coalesce("
        + slots.ownerExpression(slotExpression(value))
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
    return switch (written) {
      case INTEGER -> hashOfDigits(text, from, to);
      case TEXT, VARCHAR -> OptionalLong.of(KeyHash.ofBytes(Arrays.copyOfRange(text, from, to)));
      case UUID -> hashOfUuid(text, from, to);
      case OTHERWISE -> OptionalLong.empty();
    };
  }

  /**
   * The hash of a value given in the binary format of this type; empty where it is not one or
   * PostgreSQL must be asked.
   */
  public OptionalLong hashOfBinary(byte[] value, int from, int to) {
    return switch (written) {
      case INTEGER -> hashOfInteger(ByteBuffer.wrap(value, from, to - from));
      case TEXT, VARCHAR, UUID ->
          OptionalLong.of(KeyHash.ofBytes(Arrays.copyOfRange(value, from, to)));
      case OTHERWISE -> OptionalLong.empty();
    };
  }

  private OptionalLong hashOfInteger(ByteBuffer value) {
    int length = value.remaining();
    return switch (name) {
      case "smallint" -> length == Short.BYTES ? ofLong(value.getShort()) : OptionalLong.empty();
      case "integer" -> length == Integer.BYTES ? ofLong(value.getInt()) : OptionalLong.empty();
      default -> length == Long.BYTES ? ofLong(value.getLong()) : OptionalLong.empty();
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
    java.util.UUID uuid = java.util.UUID.fromString(string);
    byte[] bytes =
        ByteBuffer.allocate(16)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array();
    return OptionalLong.of(KeyHash.ofBytes(bytes));
  }
}
