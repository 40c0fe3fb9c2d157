package io.argosy.planner.facts;

import java.util.Collection;
import java.util.Set;

/**
 * Types whose values can be sent to nodes as parameters in the place of a table's rows: they have
 * neither modifiers nor collations, and the same number on every server.
 */
public final class ParameterTypes {
  /** As {@code format_type} prints them. */
  public static final Set<String> NAMES =
      Set.of(
          "boolean",
          "smallint",
          "integer",
          "bigint",
          "numeric",
          "real",
          "double precision",
          "date",
          "timestamp without time zone",
          "timestamp with time zone");

  private ParameterTypes() {}

  /** Whether columns of some types can. */
  public static boolean areAll(Collection<String> types) {
    return NAMES.containsAll(types);
  }
}
