package io.argosy.planner.function;

import java.util.Locale;
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

  /** They begin like those that tell of the server, and do not. */
  private static final Set<String> SAME_ON_EVERY_SERVER =
      Set.of("pg_client_encoding", "pg_column_size", "pg_input_error_info", "pg_input_is_valid");

  /** Settings that differ between servers and that no session can set; all versions have them. */
  private static final Set<String> SERVER_SETTINGS =
      Set.of(
          "archive_command",
          "bonjour_name",
          "cluster_name",
          "config_file",
          "data_directory",
          "event_source",
          "external_pid_file",
          "hba_file",
          "hot_standby",
          "ident_file",
          "in_hot_standby",
          "listen_addresses",
          "log_directory",
          "log_filename",
          "max_connections",
          "port",
          "primary_conninfo",
          "primary_slot_name",
          "server_version",
          "server_version_num",
          "shared_buffers",
          "synchronous_standby_names",
          "unix_socket_directories");

  private BuiltinFunctions() {}

  /** Whether a name followed by parentheses is syntax, and no function of pg_catalog. */
  public static boolean isSyntax(String name) {
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

  /** Whether a setting is a server's own. */
  static boolean isOfServer(String setting) {
    return SERVER_SETTINGS.contains(setting.toLowerCase(Locale.ROOT));
  }

  /** Whether a function that is not IMMUTABLE tells about the server or the session on it. */
  public static boolean dependsOnServer(String name) {
    if (SAME_ON_EVERY_SERVER.contains(name)) {
      return false;
    }
    return SERVER_DEPENDENT.contains(name)
        || name.startsWith("pg_")
        || name.startsWith("has_")
        || name.startsWith("txid_")
        || name.startsWith("inet_")
        || name.startsWith("to_reg")
        || name.startsWith("lo_");
  }
}
