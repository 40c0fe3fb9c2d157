package io.argosy.coordinator.explain;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * XML as PostgreSQL's EXPLAIN writes it: a line for each element, names with hyphens in place of
 * what names of elements cannot have. The writers of the Java library know no lines.
 */
final class XmlForm {
  private static final String INDENT = "  ";

  private final StringBuilder out = new StringBuilder();

  String write(ObjectNode explanation) {
    out.append("<explain xmlns=\"http://www.postgresql.org/2009/explain\">\n");
    element("Query", explanation, 1);
    return out.append("</explain>").toString();
  }

  private void element(String name, JsonNode value, int depth) {
    String tag = name.replaceAll("[^A-Za-z0-9._-]", "-");
    String indent = INDENT.repeat(depth);
    out.append(indent).append('<').append(tag).append('>');
    if (value.isContainerNode()) {
      out.append('\n');
      content(name, value, depth + 1);
      out.append(indent);
    } else {
      out.append(escaped(value.asText()));
    }
    out.append("</").append(tag).append(">\n");
  }

  private void content(String name, JsonNode container, int depth) {
    if (container.isObject()) {
      container
          .properties()
          .forEach(property -> element(property.getKey(), property.getValue(), depth));
      return;
    }
    for (JsonNode value : container) {
      element(value.isObject() ? one(name) : "Item", value, depth);
    }
  }

  /** What one of them is called. */
  private static String one(String name) {
    return name.endsWith("s") ? name.substring(0, name.length() - 1) : "Item";
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\r", "&#x0d;");
  }
}
