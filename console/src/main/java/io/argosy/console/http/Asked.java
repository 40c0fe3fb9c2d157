package io.argosy.console.http;

import io.argosy.console.session.RefusedException;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Fields;

/** What stands behind the question mark of a request. */
final class Asked {
  private static final int BAD_REQUEST = 400;

  private final Fields fields;

  private Asked(Fields fields) {
    this.fields = fields;
  }

  /**
   * Reads it.
   *
   * @throws RefusedException if it is not encoded as it must be
   */
  static Asked of(Request request) throws RefusedException {
    try {
      return new Asked(Request.extractQueryParameters(request));
    } catch (HttpException.RuntimeException | IllegalArgumentException e) {
      throw new RefusedException(BAD_REQUEST, "what is behind the question mark cannot be read");
    }
  }

  /** The text of this name; an empty one where there is none. */
  String text(String name) {
    String value = fields.getValue(name);
    return value == null ? "" : value;
  }

  /** All texts of this name, in their order. */
  List<String> texts(String name) {
    return fields.getValuesOrEmpty(name);
  }

  /**
   * All numbers of this name, in their order.
   *
   * @throws RefusedException if one is no whole number
   */
  List<Long> numbers(String name) throws RefusedException {
    List<Long> numbers = new ArrayList<>();
    for (String text : texts(name)) {
      try {
        numbers.add(Long.valueOf(text));
      } catch (NumberFormatException e) {
        throw new RefusedException(BAD_REQUEST, name + " must be a whole number");
      }
    }
    return numbers;
  }
}
