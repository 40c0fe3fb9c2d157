package io.argosy.tests.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Asks the console what a page would ask, and what none would: with any headers. */
final class ConsoleClient {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PATIENCE = 30_000;

  private final URI console;
  private final Map<String, String> headers = new LinkedHashMap<>();

  /**
   * What was answered.
   *
   * @param headers by their names in lower case; of several the last
   */
  record Answer(int status, Map<String, String> headers, String body) {
    JsonNode json() throws IOException {
      return JSON.readTree(body);
    }

    String error() throws IOException {
      return json().path("error").asText();
    }
  }

  ConsoleClient(URI console) {
    this.console = console;
    headers.put("Host", console.getAuthority());
    headers.put("X-Argosy-Console", "1");
  }

  /** From now on with this header; without it where the value is null. */
  ConsoleClient with(String name, String value) {
    if (value == null) {
      headers.remove(name);
    } else {
      headers.put(name, value);
    }
    return this;
  }

  /** Logs in, and keeps the cookie. */
  Answer logIn(String role, String password) throws IOException {
    Answer answer = post("login", Map.of("role", role, "password", password, "database", "argosy"));
    String cookie = answer.headers().get("set-cookie");
    if (cookie != null) {
      headers.put("Cookie", cookie.substring(0, cookie.indexOf(';')));
    }
    return answer;
  }

  Answer get(String path) throws IOException {
    return ask("GET", path, "");
  }

  Answer read(String what) throws IOException {
    return get("/api/" + what);
  }

  Answer post(String what, Map<String, ?> body) throws IOException {
    return ask("POST", "/api/" + what, JSON.writeValueAsString(body));
  }

  Answer ask(String method, String path, String body) throws IOException {
    byte[] content = body.getBytes(StandardCharsets.UTF_8);
    StringBuilder head = new StringBuilder(method + " " + path + " HTTP/1.1\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("Content-Length: " + content.length + "\r\nConnection: close\r\n\r\n");
    try (Socket socket = new Socket(console.getHost(), console.getPort())) {
      socket.setSoTimeout(PATIENCE);
      OutputStream out = socket.getOutputStream();
      try {
        out.write(head.toString().getBytes(StandardCharsets.UTF_8));
        out.write(content);
        out.flush();
      } catch (IOException e) {
        // What is too long is answered before it was sent.
      }
      return parse(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static Answer parse(String text) {
    int end = text.indexOf("\r\n\r\n");
    List<String> lines = text.substring(0, end).lines().toList();
    Map<String, String> headers = new TreeMap<>();
    lines.stream()
        .skip(1)
        .forEach(
            line -> {
              int colon = line.indexOf(':');
              headers.put(
                  line.substring(0, colon).toLowerCase(Locale.ROOT),
                  line.substring(colon + 1).strip());
            });
    return new Answer(
        Integer.parseInt(lines.getFirst().substring("HTTP/1.1 ".length()).substring(0, 3)),
        headers,
        text.substring(end + 4));
  }
}
