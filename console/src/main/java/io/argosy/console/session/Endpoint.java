package io.argosy.console.session;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/**
 * Where the coordinator listens for SQL.
 *
 * @param host an address or name by which this machine reaches it
 * @param port its TCP port
 */
public record Endpoint(String host, int port) {
  /** The URL for PostgreSQL JDBC of one of its databases. */
  String url(String database) {
    String shown = host.contains(":") ? "[" + host + "]" : host;
    return "jdbc:postgresql://"
        + shown
        + ":"
        + port
        + "/"
        + URLEncoder.encode(database, StandardCharsets.UTF_8);
  }
}
