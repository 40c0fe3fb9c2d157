package io.argosy.node;

import java.util.Map;
import java.util.stream.Collectors;

/**
 * SQL that gives a part of a transaction settings of its own. Inside a transaction of someone else
 * {@link #enter} and {@link #leave} belong together; where the transaction ends with the part, it
 * needs no {@link #leave}. Scopes of one backend do not nest: what was there before is kept under
 * one name per setting.
 */
public final class SettingsScope {
  /** Where a setting's value from before is kept, in the backend itself. */
  private static final String BEFORE = "argosy.before_";

  private SettingsScope() {}

  /**
   * A query without rows that sets the settings until the end of the transaction.
   *
   * @param settings values by name; not empty
   */
  public static String enter(Map<String, String> settings) {
    return withoutRows(entering(settings));
  }

  /**
   * The same, but it has one row.
   *
   * @param settings values by name; may be empty
   * @param column the expression whose value the row has
   */
  public static String enterAndTell(Map<String, String> settings, String column) {
    String query = "SELECT " + column;
    return settings.isEmpty()
        ? query
        : query + " WHERE " + setCount(entering(settings)) + " OPERATOR(pg_catalog.>=) 0";
  }

  private static String entering(Map<String, String> settings) {
    return settings.entrySet().stream()
        .map(
            setting ->
                set(
                        literal(BEFORE + setting.getKey()),
                        "pg_catalog.current_setting(" + literal(setting.getKey()) + ")")
                    + ", "
                    + set(literal(setting.getKey()), literal(setting.getValue())))
        .collect(Collectors.joining(", "));
  }

  /** A query without rows that gives the settings the values that they had before. */
  public static String leave(Map<String, String> settings) {
    return withoutRows(
        settings.keySet().stream()
            .map(
                name ->
                    set(
                        literal(name),
                        "pg_catalog.current_setting(" + literal(BEFORE + name) + ")"))
            .collect(Collectors.joining(", ")));
  }

  /** The condition never holds. */
  private static String withoutRows(String calls) {
    return "SELECT WHERE " + setCount(calls) + " OPERATOR(pg_catalog.<) 0";
  }

  /** The calls are made in the order of the arguments. */
  private static String setCount(String calls) {
    return "pg_catalog.num_nonnulls(" + calls + ")";
  }

  private static String set(String name, String value) {
    return "pg_catalog.set_config(" + name + ", " + value + ", true)";
  }

  /** A literal that means the same whatever standard_conforming_strings is. */
  public static String literal(String text) {
    return "E'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
  }
}
