package io.argosy.server.config;

import io.argosy.protocol.client.ServerAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Hosts and TCP ports in what users write. */
final class Address {
  private static final String HOST = "(?:\\[([0-9A-Fa-f:.]+)\\]|([^\\s:/?#@\\[\\]]+))";
  private static final Pattern PLAIN = Pattern.compile(HOST + ":(\\d{1,5})");
  private static final Pattern ENTRY = Pattern.compile(HOST + "(?::(\\d{1,5}))?");
  private static final Pattern JDBC = Pattern.compile("jdbc:postgresql://([^/]+)/?");
  private static final int POSTGRES_PORT = 5432;
  private static final int LARGEST_PORT = 65_535;

  private Address() {}

  /** Reads {@code host:port}, with an IPv6 address in brackets. */
  static Optional<ServerAddress> parse(String text) {
    return address(PLAIN.matcher(text));
  }

  /**
   * Reads {@code jdbc:postgresql://host:port,host:port/}; a port is 5432 where none is given. Empty
   * where it is written otherwise.
   */
  static List<ServerAddress> parseJdbc(String text) {
    Matcher url = JDBC.matcher(text);
    if (!url.matches()) {
      return List.of();
    }
    List<Optional<ServerAddress>> servers =
        Arrays.stream(url.group(1).split(",", -1))
            .map(entry -> address(ENTRY.matcher(entry)))
            .toList();
    return servers.stream().allMatch(Optional::isPresent)
        ? servers.stream().map(Optional::get).toList()
        : List.of();
  }

  private static Optional<ServerAddress> address(Matcher matcher) {
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    int port = matcher.group(3) == null ? POSTGRES_PORT : Integer.parseInt(matcher.group(3));
    return port < 1 || port > LARGEST_PORT
        ? Optional.empty()
        : Optional.of(new ServerAddress(host, port));
  }
}
