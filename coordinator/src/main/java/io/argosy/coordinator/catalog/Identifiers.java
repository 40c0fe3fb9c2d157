package io.argosy.coordinator.catalog;

/** Names and values as SQL text. */
public final class Identifiers {
  private Identifiers() {}

  /** A name in double quotes. */
  public static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A string constant, with any backslashes meaning themselves. */
  public static String literal(String value) {
    String quoted = "'" + value.replace("'", "''") + "'";
    return value.indexOf('\\') < 0 ? quoted : " E" + quoted.replace("\\", "\\\\");
  }
}
