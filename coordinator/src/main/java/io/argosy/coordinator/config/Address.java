package io.argosy.coordinator.config;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host and a TCP port. */
record Address(String host, int port) {
  private static final String HOST = "(?:\\[([0-9A-Fa-f:.]+)\\]|([^\\s:/?#@\\[\\]]+))";
  private static final Pattern PLAIN = Pattern.compile(HOST + ":(\\d{1,5})");
  private static final Pattern JDBC =
      Pattern.compile("jdbc:postgresql://" + HOST + "(?::(\\d{1,5}))?/?");
  private static final int POSTGRES_PORT = 5432;
  private static final int LARGEST_PORT = 65_535;

  /** Reads {@code host:port}, with an IPv6 address in brackets. */
  static Optional<Address> parse(String text) {
    return address(PLAIN.matcher(text));
  }

  /** Reads {@code jdbc:postgresql://host:port/}; the port is 5432 where none is given. */
  static Optional<Address> parseJdbc(String text) {
    return address(JDBC.matcher(text));
  }

  private static Optional<Address> address(Matcher matcher) {
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    int port = matcher.group(3) == null ? POSTGRES_PORT : Integer.parseInt(matcher.group(3));
    return port < 1 || port > LARGEST_PORT
        ? Optional.empty()
        : Optional.of(new Address(host, port));
  }
}
