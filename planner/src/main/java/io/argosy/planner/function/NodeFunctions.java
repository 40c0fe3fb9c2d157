package io.argosy.planner.function;

/** What is known of PostgreSQL's own functions where no tree of a statement says it. */
public final class NodeFunctions {
  private NodeFunctions() {}

  /** Whether a function reads tables that its arguments name. */
  public static boolean readsTables(String name) {
    return name.contains("_to_xml") || name.equals("ts_stat") || name.equals("ts_rewrite");
  }

  /**
   * Whether a STABLE function tells about the server. Roles and privileges are the same on all of
   * them, and clocks nearly so.
   */
  public static boolean dependsOnServer(String name) {
    boolean ofRoles = name.equals("pg_has_role") || name.startsWith("has_");
    return BuiltinFunctions.dependsOnServer(name) && !ofRoles;
  }
}
