package io.argosy.console.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What is answered to a browser.
 *
 * @param status of HTTP
 * @param type of its content
 * @param body its content
 * @param headers others
 */
record Answer(int status, String type, byte[] body, Map<String, String> headers) {
  static final ObjectMapper JSON = new ObjectMapper();

  private static final int OK = 200;

  /** Something that is shown. */
  static Answer of(Object shown) {
    return of(OK, shown);
  }

  /** Why something is not. */
  static Answer error(int status, String message) {
    return of(status, Map.of("error", message));
  }

  /** The same with another status. */
  static Answer of(int status, Object shown) {
    return new Answer(
        status,
        "application/json; charset=utf-8",
        json(shown).getBytes(StandardCharsets.UTF_8),
        Map.of("Cache-Control", "no-store"));
  }

  /** The same with another header. */
  Answer with(String header, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Answer(status, type, body, more);
  }

  private static String json(Object shown) {
    try {
      return JSON.writeValueAsString(shown);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
