package io.argosy.planner.function;

import java.util.Map;
import java.util.Set;

/** What PostgreSQL's catalog does not say of its functions. */
public final class BuiltinFunctions {
  /** Called with parentheses, but not functions of pg_catalog. */
  private static final Set<String> SYNTAX =
      Set.of(
          "coalesce",
          "nullif",
          "greatest",
          "least",
          "grouping",
          "row",
          "trim",
          "substring",
          "overlay",
          "position",
          "extract",
          "case");

  /** One value for a statement or transaction, and its type. */
  private static final Map<String, String> ONE_VALUE =
      Map.of(
          "now", "timestamp with time zone",
          "transaction_timestamp", "timestamp with time zone",
          "statement_timestamp", "timestamp with time zone",
          "current_date", "date",
          "current_timestamp", "timestamp with time zone",
          "current_time", "time with time zone",
          "localtimestamp", "timestamp without time zone",
          "localtime", "time without time zone");

  /** A new value at each call, independent of node and state. */
  private static final Set<String> RANDOM =
      Set.of(
          "random",
          "random_normal",
          "gen_random_uuid",
          "uuidv4",
          "uuidv7",
          "clock_timestamp",
          "timeofday");

  private static final Set<String> SERVER_DEPENDENT =
      Set.of(
          "age",
          "col_description",
          "current_query",
          "currval",
          "cursor_to_xml",
          "cursor_to_xmlschema",
          "database_to_xml",
          "database_to_xml_and_xmlschema",
          "database_to_xmlschema",
          "format_type",
          "has_any_column_privilege",
          "lastval",
          "makeaclitem",
          "obj_description",
          "oidvectortypes",
          "query_to_xml",
          "query_to_xml_and_xmlschema",
          "query_to_xmlschema",
          "row_security_active",
          "schema_to_xml",
          "schema_to_xml_and_xmlschema",
          "schema_to_xmlschema",
          "shobj_description",
          "table_to_xml",
          "table_to_xml_and_xmlschema",
          "table_to_xmlschema",
          "ts_rewrite",
          "ts_stat",
          "version");

  private BuiltinFunctions() {}

  static boolean isSyntax(String name) {
    return SYNTAX.contains(name);
  }

  /** Whether a function has one value for a statement or transaction. */
  public static boolean hasOneValue(String name) {
    return ONE_VALUE.containsKey(name);
  }

  /** Whether a function has one value for a transaction. */
  static boolean hasOneValueInTransaction(String name) {
    return hasOneValue(name) && !name.equals("statement_timestamp");
  }

  /** The type of a function that has one value. */
  static String typeOfOneValue(String name) {
    return ONE_VALUE.get(name);
  }

  /** Whether a function gives a new value at each call, independent of node and state. */
  public static boolean isRandom(String name) {
    return RANDOM.contains(name);
  }

  /** Whether a function that is not IMMUTABLE tells about the server or the session on it. */
  public static boolean dependsOnServer(String name) {
    return SERVER_DEPENDENT.contains(name)
        || name.startsWith("pg_")
        || name.startsWith("has_")
        || name.startsWith("txid_")
        || name.startsWith("inet_")
        || name.startsWith("to_reg")
        || name.startsWith("lo_");
  }
}
