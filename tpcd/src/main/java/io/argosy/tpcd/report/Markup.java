package io.argosy.tpcd.report;

/**
 * Writes elements of HTML or SVG. Names are the caller's own; texts and values of attributes may be
 * anything and are escaped.
 */
final class Markup {
  private final StringBuilder text = new StringBuilder();

  /**
   * Begins an element.
   *
   * @param attributes names and values in turn
   */
  Markup open(String element, Object... attributes) {
    tag(element, attributes);
    text.append('>');
    return this;
  }

  Markup close(String element) {
    text.append("</").append(element).append(">\n");
    return this;
  }

  /** An element without content. */
  Markup empty(String element, Object... attributes) {
    tag(element, attributes);
    text.append("/>\n");
    return this;
  }

  /** An element with nothing but text in it. */
  Markup element(String element, String content, Object... attributes) {
    return open(element, attributes).text(content).close(element);
  }

  Markup text(String content) {
    escape(content);
    return this;
  }

  /**
   * The page's own style sheet. Its element's content is no markup, so nothing is escaped in it.
   */
  Markup style(String sheet) {
    text.append("<style>").append(sheet).append("</style>\n");
    return this;
  }

  private void tag(String element, Object... attributes) {
    text.append('<').append(element);
    for (int i = 0; i < attributes.length; i += 2) {
      text.append(' ').append(attributes[i]).append("=\"");
      escape(
          attributes[i + 1] instanceof Double number
              ? Numbers.coordinate(number)
              : attributes[i + 1].toString());
      text.append('"');
    }
  }

  private void escape(String content) {
    for (int i = 0; i < content.length(); i++) {
      char character = content.charAt(i);
      switch (character) {
        case '<' -> text.append("&lt;");
        case '>' -> text.append("&gt;");
        case '&' -> text.append("&amp;");
        case '"' -> text.append("&quot;");
        case '\'' -> text.append("&#39;");
        default -> text.append(allowed(character) ? character : '\uFFFD');
      }
    }
  }

  /** Control characters are no text, in neither of the two languages. */
  private static boolean allowed(char character) {
    return character >= ' ' || character == '\n' || character == '\t';
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
