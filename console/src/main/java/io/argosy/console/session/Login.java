package io.argosy.console.session;

import java.sql.SQLException;
import java.util.Properties;
import java.util.stream.Stream;
import org.postgresql.Driver;
import org.postgresql.PGProperty;

/** Logs in to the coordinator as the role that somebody claims to be. Thread-safe. */
public final class Login {
  /** By which clients of the coordinator that are consoles call themselves. */
  static final String APPLICATION = "argosy console";

  private static final int CONNECT_SECONDS = 5;
  private static final int LOGIN_SECONDS = 10;
  private static final int SILENCE_SECONDS = 30;
  private static final int FORBIDDEN = 403;
  private static final int LONGEST_NAME = 63;
  private static final int LONGEST_PASSWORD = 1024;
  private static final int BAD_REQUEST = 400;

  private final Endpoint endpoint;

  /**
   * @param endpoint whom to ask
   */
  public Login(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Logs in once, and out again.
   *
   * @param trusted whether users of whom the coordinator asks no password are let in
   * @throws SQLException the coordinator's refusal
   * @throws RefusedException when the coordinator has asked for no password and would not have
   *     trusted the browser
   */
  void check(Credentials credentials, boolean trusted) throws SQLException, RefusedException {
    requireSound(credentials);
    Properties properties = properties();
    PGProperty.USER.set(properties, credentials.role());
    PGProperty.PASSWORD.set(properties, credentials.password());
    try (AskedPassword.Attempt attempt = new AskedPassword.Attempt(properties)) {
      new Driver().connect(endpoint.url(credentials.database()), properties).close();
      if (!trusted && !attempt.wasAsked()) {
        throw new RefusedException(
            FORBIDDEN,
            "user \""
                + credentials.role()
                + "\" was asked for no password. Such users may log in from the coordinator's"
                + " machine only, and only to a console that is to trust it (console.trust)");
      }
    }
  }

  private static void requireSound(Credentials credentials) throws RefusedException {
    if (credentials.role().isEmpty()
        || credentials.role().length() > LONGEST_NAME
        || credentials.database().isEmpty()
        || credentials.database().length() > LONGEST_NAME
        || credentials.password().length() > LONGEST_PASSWORD) {
      throw new RefusedException(BAD_REQUEST, "a role, a password and a database are needed");
    }
    // The protocol ends names by a character that they must not have; logs have lines.
    if (Stream.of(credentials.role(), credentials.database(), credentials.password())
        .anyMatch(text -> text.chars().anyMatch(Character::isISOControl))) {
      throw new RefusedException(BAD_REQUEST, "names and passwords have no control characters");
    }
  }

  String url(Credentials credentials) {
    return endpoint.url(credentials.database());
  }

  /** What all connections have. */
  static Properties properties() {
    Properties properties = new Properties();
    PGProperty.APPLICATION_NAME.set(properties, APPLICATION);
    PGProperty.CONNECT_TIMEOUT.set(properties, CONNECT_SECONDS);
    PGProperty.LOGIN_TIMEOUT.set(properties, LOGIN_SECONDS);
    PGProperty.SOCKET_TIMEOUT.set(properties, SILENCE_SECONDS);
    return properties;
  }
}
