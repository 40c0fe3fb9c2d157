package io.argosy.server.trace;

import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The trace that a statement is a part of, as its client says in a comment before or behind it:
 * {@code traceparent} and {@code tracestate} of the <a
 * href="https://www.w3.org/TR/trace-context/">W3C</a>, in the form of <a
 * href="https://google.github.io/sqlcommenter/spec/">sqlcommenter</a>.
 */
final class CommentContext {
  /** Characters of comments that are read; both values together have 600 at most. */
  static final int LONGEST = 4096;

  private static final String PARENT = "traceparent";

  /** {@code key='value'}, both encoded as in URLs, and apostrophes with a backslash besides. */
  private static final Pattern PAIR =
      Pattern.compile("([^=,\\s']++)\\s*+=\\s*+'((?:[^'\\\\]++|\\\\.)*+)'");

  private static final TextMapGetter<Map<String, String>> VALUES =
      (values, key) -> values == null ? null : values.get(key);

  private CommentContext() {}

  /**
   * The context that comments tell; the root's where they tell none, or one that is malformed.
   *
   * @param comments nothing but comments, white space and semicolons
   */
  static Context of(String comments) {
    if (comments.length() > LONGEST || !comments.contains(PARENT)) {
      return Context.root();
    }
    return W3CTraceContextPropagator.getInstance()
        .extract(Context.root(), values(comments), VALUES);
  }

  private static Map<String, String> values(String comments) {
    Map<String, String> values = new HashMap<>();
    int from = 0;
    while (from < comments.length()) {
      if (comments.startsWith("--", from)) {
        from = afterLine(comments, from);
      } else if (comments.startsWith("/*", from)) {
        int end = comments.indexOf("*/", from + 2);
        end = end < 0 ? comments.length() : end;
        read(comments.substring(from + 2, end), values);
        from = end + 2;
      } else {
        from++;
      }
    }
    return values;
  }

  private static int afterLine(String comments, int from) {
    int offset = from;
    while (offset < comments.length()
        && comments.charAt(offset) != '\n'
        && comments.charAt(offset) != '\r') {
      offset++;
    }
    return offset;
  }

  private static void read(String comment, Map<String, String> values) {
    Matcher pairs = PAIR.matcher(comment);
    while (pairs.find()) {
      put(pairs.group(1), pairs.group(2), values);
    }
  }

  private static void put(String key, String value, Map<String, String> values) {
    try {
      values.put(decoded(key), decoded(value));
    } catch (IllegalArgumentException e) {
      // Somebody else's comment.
    }
  }

  /** Here a plus stands for itself. */
  private static String decoded(String text) {
    return URLDecoder.decode(text.replace("\\'", "'").replace("+", "%2B"), StandardCharsets.UTF_8);
  }
}
