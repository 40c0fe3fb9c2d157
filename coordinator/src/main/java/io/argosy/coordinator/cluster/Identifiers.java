package io.argosy.coordinator.cluster;

import io.argosy.sql.lexer.Keywords;
import java.util.List;
import java.util.stream.Collectors;

/** Names and values as SQL text. */
public final class Identifiers {
  private Identifiers() {}

  /** A name in double quotes. */
  public static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }

  /** A name as SQL for people: quoted only where it must be. */
  public static String shown(String name) {
    return Keywords.needsQuotes(name) ? quote(name) : name;
  }

  /** A name with its schema, both in double quotes. */
  public static String qualified(String schema, String name) {
    return quote(schema) + "." + quote(name);
  }

  /** Names in double quotes, with commas between them. */
  public static String list(List<String> names) {
    return names.stream().map(Identifiers::quote).collect(Collectors.joining(", "));
  }

  /** The text of an array of texts, null for NULL. */
  public static String array(List<String> values) {
    return values.stream()
        .map(
            value ->
                value == null
                    ? "NULL"
                    : '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"')
        .collect(Collectors.joining(",", "{", "}"));
  }

  /** A string constant, with any backslashes meaning themselves. */
  public static String literal(String value) {
    String quoted = "'" + value.replace("'", "''") + "'";
    return value.indexOf('\\') < 0 ? quoted : " E" + quoted.replace("\\", "\\\\");
  }
}
