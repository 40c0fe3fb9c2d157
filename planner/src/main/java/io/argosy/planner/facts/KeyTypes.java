package io.argosy.planner.facts;

import java.util.List;

/**
 * Types between which = is exact and transitive. With a collation that is not deterministic a type
 * is another one, which knows of no values that they are the same.
 */
public final class KeyTypes {
  private static final List<String> INTEGERS = List.of("smallint", "integer", "bigint");

  private static final List<String> ORDERED =
      List.of(
          "smallint",
          "integer",
          "bigint",
          "text",
          "character",
          "uuid",
          "date",
          "timestamp without time zone",
          "timestamp with time zone",
          "numeric");

  /** More whose equal values have equal hashes. */
  private static final List<String> HASHED_BESIDES =
      List.of(
          "boolean",
          "real",
          "double precision",
          "bytea",
          "oid",
          "\"char\"",
          "name",
          "inet",
          "cidr",
          "macaddr",
          "macaddr8",
          "time without time zone",
          "time with time zone",
          "interval",
          "jsonb");

  /** PostgreSQL has no hash of bit strings that would be one of their arrays. */
  private static final List<String> HASHED_ALONE =
      List.of(
          "bit",
          "bit varying",
          "int4range",
          "int8range",
          "numrange",
          "daterange",
          "tsrange",
          "tstzrange",
          "int4multirange",
          "int8multirange",
          "nummultirange",
          "datemultirange",
          "tsmultirange",
          "tstzmultirange");

  /** Of text that holds for deterministic collations only; 1.0 and 1.00 are equal numerics. */
  private static final List<String> SAME =
      List.of(
          "smallint",
          "integer",
          "bigint",
          "uuid",
          "date",
          "timestamp without time zone",
          "timestamp with time zone");

  private KeyTypes() {}

  /** Whether values of a type can be a key by which rows are divided. */
  public static boolean hashed(String type) {
    String base = base(type);
    return HASHED_ALONE.contains(base)
        || isHashed(base)
        || base.endsWith("[]") && isHashed(base(base.substring(0, base.length() - 2)));
  }

  private static boolean isHashed(String base) {
    return ORDERED.contains(base) || HASHED_BESIDES.contains(base);
  }

  /** Whether values of a type surely have a least and a greatest. */
  public static boolean ordered(String type) {
    return ORDERED.contains(base(type));
  }

  /** Whether equal values of two columns are one value of one type. */
  public static boolean same(String left, String right) {
    return base(left).equals(base(right)) && SAME.contains(base(left));
  }

  /**
   * Whether values of a type that are equal are the same in all else that can be asked of them,
   * too, as in their text. Numerics are where the type says how many decimals they have, and padded
   * strings where it says how long they are.
   */
  public static boolean identical(String type) {
    String base = base(type);
    return SAME.contains(base)
        || base.equals("text")
        || base.equals("boolean")
        || base.equals("numeric") && type.contains("(")
        || base.equals("character") && type.contains("(");
  }

  /** A type without its modifiers. */
  public static String base(String type) {
    String base = type.replaceAll("\\([^)]*\\)", "").strip();
    return switch (base) {
      case "int2" -> "smallint";
      case "int", "int4" -> "integer";
      case "int8" -> "bigint";
      case "varchar", "character varying" -> "text";
      case "char", "bpchar" -> "character";
      case "decimal" -> "numeric";
      case "timestamptz" -> "timestamp with time zone";
      case "timestamp" -> "timestamp without time zone";
      default -> base;
    };
  }

  /** Whether two columns that are equal to a third are equal to each other. */
  public static boolean comparable(String left, String right) {
    String leftBase = base(left);
    String rightBase = base(right);
    return !leftBase.isEmpty()
        && (leftBase.equals(rightBase)
            || INTEGERS.contains(leftBase) && INTEGERS.contains(rightBase));
  }

  /** Whether every value of one type is, unchanged, a value of the other. */
  public static boolean widens(String from, String to) {
    String fromBase = base(from);
    String toBase = base(to);
    int narrow = INTEGERS.indexOf(fromBase);
    int wide = INTEGERS.indexOf(toBase);
    return fromBase.equals(toBase) && !fromBase.isEmpty()
        || narrow >= 0 && (narrow <= wide || toBase.equals("numeric"));
  }

  /** Whether an integer constant is a value of a type. */
  public static boolean holds(String type, long value) {
    return switch (base(type)) {
      case "smallint" -> value >= Short.MIN_VALUE && value <= Short.MAX_VALUE;
      case "integer" -> value >= Integer.MIN_VALUE && value <= Integer.MAX_VALUE;
      case "bigint", "numeric" -> true;
      default -> false;
    };
  }
}
