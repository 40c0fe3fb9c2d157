package io.argosy.console.session;

import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.postgresql.PGProperty;
import org.postgresql.plugin.AuthenticationPlugin;
import org.postgresql.plugin.AuthenticationRequestType;

/**
 * Tells whether a login was asked for its password. Who is let in without having been asked has
 * proven nothing but to come from this machine, which a browser elsewhere does not. The driver
 * makes the object, so attempts are found by a name.
 */
public final class AskedPassword implements AuthenticationPlugin {
  private static final String ATTEMPT = "argosyConsoleAttempt";
  private static final Map<String, AtomicBoolean> ATTEMPTS = new ConcurrentHashMap<>();

  private final Properties properties;

  /** Called by the driver, with the properties of the connection. */
  public AskedPassword(Properties properties) {
    this.properties = properties;
  }

  @Override
  public char[] getPassword(AuthenticationRequestType type) {
    AtomicBoolean asked = ATTEMPTS.get(properties.getProperty(ATTEMPT, ""));
    if (asked != null) {
      asked.set(true);
    }
    return PGProperty.PASSWORD.getOrDefault(properties).toCharArray();
  }

  /** One login. */
  static final class Attempt implements AutoCloseable {
    private final String name = UUID.randomUUID().toString();
    private final AtomicBoolean asked = new AtomicBoolean();

    /** Has the driver tell of a connection with these properties. */
    Attempt(Properties connection) {
      connection.setProperty(ATTEMPT, name);
      PGProperty.AUTHENTICATION_PLUGIN_CLASS_NAME.set(connection, AskedPassword.class.getName());
      ATTEMPTS.put(name, asked);
    }

    boolean wasAsked() {
      return asked.get();
    }

    @Override
    public void close() {
      ATTEMPTS.remove(name);
    }
  }
}
