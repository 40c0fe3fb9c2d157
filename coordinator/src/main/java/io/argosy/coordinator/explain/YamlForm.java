package io.argosy.coordinator.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * YAML as PostgreSQL's EXPLAIN writes it: a space behind every colon, strings quoted as in JSON.
 * What YAML libraries write means the same and looks otherwise.
 */
final class YamlForm {
  private static final String INDENT = "  ";

  private final StringBuilder out = new StringBuilder();

  String write(ObjectNode explanation) {
    element(explanation, 0);
    return out.toString();
  }

  /** One of a list, whose first line stands behind the dash. */
  private void element(JsonNode value, int depth) {
    out.append("- ");
    if (value.isObject()) {
      properties(value, depth + 1, "");
    } else {
      out.append(value);
    }
  }

  private void properties(JsonNode object, int depth, String beforeFirst) {
    String before = beforeFirst;
    for (var property : object.properties()) {
      out.append(before).append(property.getKey()).append(": ");
      value(property.getValue(), depth);
      before = line(depth);
    }
  }

  private void value(JsonNode value, int depth) {
    if (value.isObject()) {
      properties(value, depth + 1, line(depth + 1));
    } else if (value.isArray()) {
      for (JsonNode element : value) {
        out.append(line(depth + 1));
        element(element, depth + 1);
      }
    } else {
      out.append(value);
    }
  }

  private static String line(int depth) {
    return "\n" + INDENT.repeat(depth);
  }
}
